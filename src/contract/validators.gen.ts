/** Generated from openapi.yaml by `npm run generate`. Changes here are lost. */

// @ts-nocheck
import type { ValidateFunction } from '../reading/ajv.ts';

function countCharacters(text) {
  let count = 0;
  for (const _ of text) count++;

  return count;
}

function add(errors, error) {
  errors?.push(error);

  return errors ?? [error];
}

/** Each reports all errors. */
export const VALIDATORS: Readonly<Record<'FeeRequest' | 'SaleRequest', ValidateFunction>> = ((exports) => {
"use strict";
exports.FeeRequest = validate1;
const schema1 = {"type":"object","description":"The body of a fee call. The document leaves open whether other fields are accepted.","x-section":"2.1","x-expected":"a JSON object","x-rules":{"type":"fee-request/refuses-wrong-types"},"required":["amount","nicn","region"],"properties":{"amount":{"type":"number","description":"The transaction amount in US dollars.","x-section":"2.1","x-expected":"a number of US dollars","x-rules":{"required":"fee-request/requires-amount","type":"fee-request/refuses-wrong-types"},"examples":[100,19.99]},"nicn":{"type":"string","description":"The Non-Identifiable Card Number (BIN or IIN): the first 6 to 8 digits of the card number.","minLength":6,"maxLength":8,"pattern":"^[0-9]*$","x-section":"2.1","x-expected":"a string of 6 to 8 digits","x-rules":{"required":"fee-request/requires-nicn","type":"fee-request/refuses-wrong-types","minLength":"nicn/refuses-fewer-than-6-digits","maxLength":"nicn/refuses-more-than-8-digits","pattern":"nicn/refuses-non-digits"},"examples":["424242","42424242"]},"region":{"type":"string","description":"A zip code, a two-letter state abbreviation or an ISO state code (ISO 3166-2).","x-section":"2.1","x-expected":"a string: a zip code, a two-letter state or an ISO state code","x-rules":{"required":"fee-request/requires-region","type":"fee-request/refuses-wrong-types"},"examples":["85004","AZ","US-AZ"]},"campaign":{"type":"array","description":"Opaque texts for analytics and A/B test phases.","items":{"type":"string","x-section":"2.1","x-expected":"a string","x-rules":{"type":"fee-request/refuses-wrong-types"}},"x-section":"2.1","x-expected":"an array of strings","x-rules":{"type":"fee-request/refuses-wrong-types"},"examples":[["spring","variant-b"]]},"country":{"type":"string","description":"The country as an ISO 3166-1 numeric code of three digits; `840` by default.","pattern":"^[0-9]{3}$","x-section":"2.1","x-expected":"a string of three digits, such as \"840\"","x-rules":{"type":"fee-request/refuses-wrong-types","pattern":"country/refuses-unknown"},"examples":["840"]},"processor":{"type":"string","description":"The MID or the name of the processor. Required for a merchant with several.","x-section":"2.1","x-expected":"a string: the MID or the name of a processor","x-rules":{"type":"fee-request/refuses-wrong-types"},"examples":["700100","alpha"]},"cardToken":{"type":"string","description":"The tokenization key to associate with the transaction.","x-section":"2.1","x-expected":"a string","x-rules":{"type":"fee-request/refuses-wrong-types"},"examples":["tok_8d21"]},"data":{"type":"array","description":"Opaque texts about the transaction, such as coupon codes.","items":{"type":"string","x-section":"2.1","x-expected":"a string","x-rules":{"type":"fee-request/refuses-wrong-types"}},"x-section":"2.1","x-expected":"an array of strings","x-rules":{"type":"fee-request/refuses-wrong-types"},"examples":[["COUPON10"]]},"totalAmount":{"type":"number","description":"Multi-pay: the total in US dollars that `amount` is a part of.","x-section":"2.1","x-expected":"a number of US dollars","x-rules":{"type":"fee-request/refuses-wrong-types"},"examples":[100]},"mTxId":{"type":"string","description":"The merchant's identifier of the order, cart or transaction.","x-section":"2.1","x-expected":"a string","x-rules":{"type":"fee-request/refuses-wrong-types"},"examples":["order-1001"]},"sTxId":{"type":"string","description":"The service's identifier of the transaction to update.","x-section":"2.1","x-expected":"a string","x-rules":{"type":"fee-request/refuses-wrong-types"}}}};
const func0 = countCharacters;
const pattern0 = new RegExp("^[0-9]*$", "u");
const pattern1 = new RegExp("^[0-9]{3}$", "u");

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'",schema:schema1.required,parentSchema:schema1,data};
vErrors = add(vErrors, err0);
errors++;
}
if(data.nicn === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "nicn"},message:"must have required property '"+"nicn"+"'",schema:schema1.required,parentSchema:schema1,data};
vErrors = add(vErrors, err1);
errors++;
}
if(data.region === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "region"},message:"must have required property '"+"region"+"'",schema:schema1.required,parentSchema:schema1,data};
vErrors = add(vErrors, err2);
errors++;
}
if(data.amount !== undefined){
let data0 = data.amount;
if(!((typeof data0 == "number") && (isFinite(data0)))){
const err3 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema1.properties.amount.type,parentSchema:schema1.properties.amount,data:data0};
vErrors = add(vErrors, err3);
errors++;
}
}
if(data.nicn !== undefined){
let data1 = data.nicn;
if(typeof data1 === "string"){
if(func0(data1) > 8){
const err4 = {instancePath:instancePath+"/nicn",schemaPath:"#/properties/nicn/maxLength",keyword:"maxLength",params:{limit: 8},message:"must NOT have more than 8 characters",schema:8,parentSchema:schema1.properties.nicn,data:data1};
vErrors = add(vErrors, err4);
errors++;
}
if(func0(data1) < 6){
const err5 = {instancePath:instancePath+"/nicn",schemaPath:"#/properties/nicn/minLength",keyword:"minLength",params:{limit: 6},message:"must NOT have fewer than 6 characters",schema:6,parentSchema:schema1.properties.nicn,data:data1};
vErrors = add(vErrors, err5);
errors++;
}
if(!pattern0.test(data1)){
const err6 = {instancePath:instancePath+"/nicn",schemaPath:"#/properties/nicn/pattern",keyword:"pattern",params:{pattern: "^[0-9]*$"},message:"must match pattern \""+"^[0-9]*$"+"\"",schema:"^[0-9]*$",parentSchema:schema1.properties.nicn,data:data1};
vErrors = add(vErrors, err6);
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/nicn",schemaPath:"#/properties/nicn/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.properties.nicn.type,parentSchema:schema1.properties.nicn,data:data1};
vErrors = add(vErrors, err7);
errors++;
}
}
if(data.region !== undefined){
let data2 = data.region;
if(typeof data2 !== "string"){
const err8 = {instancePath:instancePath+"/region",schemaPath:"#/properties/region/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.properties.region.type,parentSchema:schema1.properties.region,data:data2};
vErrors = add(vErrors, err8);
errors++;
}
}
if(data.campaign !== undefined){
let data3 = data.campaign;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 !== "string"){
const err9 = {instancePath:instancePath+"/campaign/" + i0,schemaPath:"#/properties/campaign/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.properties.campaign.items.type,parentSchema:schema1.properties.campaign.items,data:data4};
vErrors = add(vErrors, err9);
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/campaign",schemaPath:"#/properties/campaign/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema1.properties.campaign.type,parentSchema:schema1.properties.campaign,data:data3};
vErrors = add(vErrors, err10);
errors++;
}
}
if(data.country !== undefined){
let data5 = data.country;
if(typeof data5 === "string"){
if(!pattern1.test(data5)){
const err11 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/pattern",keyword:"pattern",params:{pattern: "^[0-9]{3}$"},message:"must match pattern \""+"^[0-9]{3}$"+"\"",schema:"^[0-9]{3}$",parentSchema:schema1.properties.country,data:data5};
vErrors = add(vErrors, err11);
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.properties.country.type,parentSchema:schema1.properties.country,data:data5};
vErrors = add(vErrors, err12);
errors++;
}
}
if(data.processor !== undefined){
let data6 = data.processor;
if(typeof data6 !== "string"){
const err13 = {instancePath:instancePath+"/processor",schemaPath:"#/properties/processor/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.properties.processor.type,parentSchema:schema1.properties.processor,data:data6};
vErrors = add(vErrors, err13);
errors++;
}
}
if(data.cardToken !== undefined){
let data7 = data.cardToken;
if(typeof data7 !== "string"){
const err14 = {instancePath:instancePath+"/cardToken",schemaPath:"#/properties/cardToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.properties.cardToken.type,parentSchema:schema1.properties.cardToken,data:data7};
vErrors = add(vErrors, err14);
errors++;
}
}
if(data.data !== undefined){
let data8 = data.data;
if(Array.isArray(data8)){
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
let data9 = data8[i1];
if(typeof data9 !== "string"){
const err15 = {instancePath:instancePath+"/data/" + i1,schemaPath:"#/properties/data/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.properties.data.items.type,parentSchema:schema1.properties.data.items,data:data9};
vErrors = add(vErrors, err15);
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema1.properties.data.type,parentSchema:schema1.properties.data,data:data8};
vErrors = add(vErrors, err16);
errors++;
}
}
if(data.totalAmount !== undefined){
let data10 = data.totalAmount;
if(!((typeof data10 == "number") && (isFinite(data10)))){
const err17 = {instancePath:instancePath+"/totalAmount",schemaPath:"#/properties/totalAmount/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema1.properties.totalAmount.type,parentSchema:schema1.properties.totalAmount,data:data10};
vErrors = add(vErrors, err17);
errors++;
}
}
if(data.mTxId !== undefined){
let data11 = data.mTxId;
if(typeof data11 !== "string"){
const err18 = {instancePath:instancePath+"/mTxId",schemaPath:"#/properties/mTxId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.properties.mTxId.type,parentSchema:schema1.properties.mTxId,data:data11};
vErrors = add(vErrors, err18);
errors++;
}
}
if(data.sTxId !== undefined){
let data12 = data.sTxId;
if(typeof data12 !== "string"){
const err19 = {instancePath:instancePath+"/sTxId",schemaPath:"#/properties/sTxId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.properties.sTxId.type,parentSchema:schema1.properties.sTxId,data:data12};
vErrors = add(vErrors, err19);
errors++;
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema1.type,parentSchema:schema1,data};
vErrors = add(vErrors, err20);
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":{"amount":true,"nicn":true,"region":true,"campaign":true,"country":true,"processor":true,"cardToken":true,"data":true,"totalAmount":true,"mTxId":true,"sTxId":true},"dynamicProps":false,"dynamicItems":false};

exports.SaleRequest = validate2;
const schema2 = {"description":"The body of a sale, with at least one of the two identifiers.","x-section":"4.2","x-expected":"a JSON object with sTxId or mTxId, or both","x-rules":{"type":"fee-request/refuses-wrong-types","anyOf":"sale/requires-stxid-or-mtxid"},"anyOf":[{"$ref":"#/components/schemas/SaleByStxid"},{"$ref":"#/components/schemas/SaleByMtxid"}]};
const schema3 = {"type":"object","x-section":"2.3","x-expected":"a JSON object","x-rules":{"type":"fee-request/refuses-wrong-types"},"required":["sTxId"],"properties":{"sTxId":{"$ref":"#/components/schemas/SaleStxid"},"mTxId":{"$ref":"#/components/schemas/SaleMtxid"},"authCode":{"$ref":"#/components/schemas/AuthCode"}}};
const schema4 = {"type":"string","description":"The identifier that the fee call returned.","x-section":"2.3","x-expected":"a string","x-rules":{"type":"fee-request/refuses-wrong-types"}};
const schema5 = {"type":"string","description":"The merchant's identifier, from the fee call or new.","x-section":"2.3","x-expected":"a string","x-rules":{"type":"fee-request/refuses-wrong-types"}};
const schema6 = {"type":"string","description":"An opaque text, such as the authorization code of the card payment.","x-section":"2.3","x-expected":"a string","x-rules":{"type":"fee-request/refuses-wrong-types"}};

function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate3.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.sTxId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "sTxId"},message:"must have required property '"+"sTxId"+"'",schema:schema3.required,parentSchema:schema3,data};
vErrors = add(vErrors, err0);
errors++;
}
if(data.sTxId !== undefined){
let data0 = data.sTxId;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/sTxId",schemaPath:"#/components/schemas/SaleStxid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema4.type,parentSchema:schema4,data:data0};
vErrors = add(vErrors, err1);
errors++;
}
}
if(data.mTxId !== undefined){
let data1 = data.mTxId;
if(typeof data1 !== "string"){
const err2 = {instancePath:instancePath+"/mTxId",schemaPath:"#/components/schemas/SaleMtxid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema5.type,parentSchema:schema5,data:data1};
vErrors = add(vErrors, err2);
errors++;
}
}
if(data.authCode !== undefined){
let data2 = data.authCode;
if(typeof data2 !== "string"){
const err3 = {instancePath:instancePath+"/authCode",schemaPath:"#/components/schemas/AuthCode/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema6.type,parentSchema:schema6,data:data2};
vErrors = add(vErrors, err3);
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema3.type,parentSchema:schema3,data};
vErrors = add(vErrors, err4);
errors++;
}
validate3.errors = vErrors;
return errors === 0;
}
validate3.evaluated = {"props":{"sTxId":true,"mTxId":true,"authCode":true},"dynamicProps":false,"dynamicItems":false};

const schema7 = {"type":"object","x-section":"2.3","x-expected":"a JSON object","x-rules":{"type":"fee-request/refuses-wrong-types"},"required":["mTxId"],"properties":{"sTxId":{"$ref":"#/components/schemas/SaleStxid"},"mTxId":{"$ref":"#/components/schemas/SaleMtxid"},"authCode":{"$ref":"#/components/schemas/AuthCode"}}};

function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate5.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.mTxId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mTxId"},message:"must have required property '"+"mTxId"+"'",schema:schema7.required,parentSchema:schema7,data};
vErrors = add(vErrors, err0);
errors++;
}
if(data.sTxId !== undefined){
let data0 = data.sTxId;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/sTxId",schemaPath:"#/components/schemas/SaleStxid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema4.type,parentSchema:schema4,data:data0};
vErrors = add(vErrors, err1);
errors++;
}
}
if(data.mTxId !== undefined){
let data1 = data.mTxId;
if(typeof data1 !== "string"){
const err2 = {instancePath:instancePath+"/mTxId",schemaPath:"#/components/schemas/SaleMtxid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema5.type,parentSchema:schema5,data:data1};
vErrors = add(vErrors, err2);
errors++;
}
}
if(data.authCode !== undefined){
let data2 = data.authCode;
if(typeof data2 !== "string"){
const err3 = {instancePath:instancePath+"/authCode",schemaPath:"#/components/schemas/AuthCode/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema6.type,parentSchema:schema6,data:data2};
vErrors = add(vErrors, err3);
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema7.type,parentSchema:schema7,data};
vErrors = add(vErrors, err4);
errors++;
}
validate5.errors = vErrors;
return errors === 0;
}
validate5.evaluated = {"props":{"sTxId":true,"mTxId":true,"authCode":true},"dynamicProps":false,"dynamicItems":false};


function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate2.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(!(validate3(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var props0 = {};
props0.sTxId = true;
props0.mTxId = true;
props0.authCode = true;
}
const _errs2 = errors;
if(!(validate5(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = props0 || {};
props0.sTxId = true;
props0.mTxId = true;
props0.authCode = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema2.anyOf,parentSchema:schema2,data};
vErrors = add(vErrors, err0);
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate2.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate2.evaluated = {"dynamicProps":true,"dynamicItems":false};

return exports;
})({});
