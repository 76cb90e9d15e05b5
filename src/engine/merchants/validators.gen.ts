/** Generated from merchants.schema.json by `npm run generate`. Changes here are lost. */

// @ts-nocheck
import type { ValidateFunction } from '../../reading/ajv.ts';

function countCharacters(text) {
  let count = 0;
  for (const _ of text) count++;

  return count;
}

function add(errors, more) {
  if (errors === null) return more;
  for (const error of more) errors.push(error);

  return errors;
}

export const { file, faults, faultRule, fault }: Readonly<Record<'file' | 'faults' | 'faultRule' | 'fault', ValidateFunction>> = ((exports) => {
"use strict";
exports.file = validate0;
const schema0 = {"$id":"file","title":"The merchants of the tollgate mock and fee engine, their processors and prices","type":"object","properties":{"merchants":{"description":"The merchants by name. The first is the default one.","type":"object","minProperties":1,"x-expected":"a mapping of at least one","propertyNames":{"pattern":"\\S","x-expected":"a name for each of them"},"additionalProperties":{"$ref":"merchant"}}},"required":["merchants"],"additionalProperties":false,"$defs":{}};
const pattern0 = new RegExp("\\S", "u");
const schema1 = {"type":"object","properties":{"processors":{"description":"The processors, each with its pricing.","type":"array","items":{"$ref":"processor"},"minItems":1},"cards":{"$ref":"cards"},"regions":{"$ref":"regions"},"eligibility":{"$ref":"eligibility"},"multiPay":{"$ref":"multiPay"},"rounding":{"$ref":"rounding"},"faults":{"$ref":"faults"}},"required":["processors"],"additionalProperties":false,"$id":"merchant"};
const schema2 = {"type":"object","properties":{"mid":{"description":"The merchant identification number (MID), as a string.","type":"string","pattern":"\\S","examples":["700100"]},"name":{"description":"The name of the processor.","type":"string","pattern":"\\S","examples":["alpha"]},"pricing":{"$ref":"pricing"}},"required":["mid","name","pricing"],"additionalProperties":false,"$id":"processor"};
const schema3 = {"description":"The price of one transaction.","type":"object","properties":{"model":{"description":"The pricing model, which determines the other keys.","enum":["interchange-plus","tiered","percent-plus-fixed","flat","bands","membership"]}},"required":["model"],"discriminator":{"propertyName":"model"},"oneOf":[{"$ref":"interchangePlus"},{"$ref":"tiered"},{"$ref":"percentPlusFixed"},{"$ref":"flat"},{"$ref":"bands"},{"$ref":"membership"}],"$id":"pricing"};
const schema4 = {"title":"interchange-plus","type":"object","properties":{"model":{"description":"Interchange, network fee, markup and the service.","const":"interchange-plus"},"interchange":{"$ref":"interchange"},"network":{"description":"The fee of the card network, the same for every card.","$ref":"figures"},"markup":{"description":"The markup of the processor or gateway.","$ref":"figures"},"service":{"$ref":"service"},"cap":{"$ref":"cap"}},"required":["model","interchange","network","markup","service"],"additionalProperties":false,"$id":"interchangePlus"};
const schema5 = {"description":"The interchange fee by first digits of the card.","type":"object","properties":{"default":{"description":"The price of cards that no row matches; by default see unlisted.","$ref":"figures"},"rows":{"description":"Prices by first digits; the longest prefix applies.","type":"array","items":{"type":"object","properties":{"prefix":{"$ref":"prefix"},"percent":{"description":"A share of the amount.","$ref":"percent"},"fixed":{"description":"A fixed amount for each transaction.","$ref":"dollars"}},"required":["prefix","percent","fixed"],"additionalProperties":false},"minItems":1},"unlisted":{"$ref":"unlisted"}},"required":["rows"],"additionalProperties":false,"not":{"required":["default","unlisted"]},"$id":"interchange"};
const schema6 = {"type":"object","properties":{"percent":{"description":"A share of the amount.","$ref":"percent"},"fixed":{"description":"A fixed amount for each transaction.","$ref":"dollars"}},"required":["percent","fixed"],"additionalProperties":false,"$id":"figures"};
const schema7 = {"description":"A percentage from 0 to 100, as a string.","type":"string","x-expected":"a percentage as a string, such as \"2.9\"","examples":["2.9"],"allOf":[{"pattern":"^-?[0-9]+(?:\\.[0-9]+)?$","x-expected":"a percentage as a string, such as \"2.9\""},{"maxLength":20,"x-expected":"a percentage in at most 20 characters"},{"pattern":"^0*(?:100(?:\\.0+)?|[0-9]{1,2}(?:\\.[0-9]+)?)$","x-expected":"a percentage from 0 to 100"}],"$id":"percent"};
const pattern3 = new RegExp("^-?[0-9]+(?:\\.[0-9]+)?$", "u");
const pattern4 = new RegExp("^0*(?:100(?:\\.0+)?|[0-9]{1,2}(?:\\.[0-9]+)?)$", "u");
const func0 = countCharacters;

function validate7(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="percent" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate7.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},schema:schema7.type,parentSchema:schema7,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(typeof data === "string"){
if(!pattern3.test(data)){
const err1 = {instancePath,schemaPath:"#/allOf/0/pattern",keyword:"pattern",params:{pattern: "^-?[0-9]+(?:\\.[0-9]+)?$"},schema:"^-?[0-9]+(?:\\.[0-9]+)?$",parentSchema:schema7.allOf[0],data};
vErrors = add(vErrors, [err1]);
errors++;
}
}
if(typeof data === "string"){
if(func0(data) > 20){
const err2 = {instancePath,schemaPath:"#/allOf/1/maxLength",keyword:"maxLength",params:{limit: 20},schema:20,parentSchema:schema7.allOf[1],data};
vErrors = add(vErrors, [err2]);
errors++;
}
}
if(typeof data === "string"){
if(!pattern4.test(data)){
const err3 = {instancePath,schemaPath:"#/allOf/2/pattern",keyword:"pattern",params:{pattern: "^0*(?:100(?:\\.0+)?|[0-9]{1,2}(?:\\.[0-9]+)?)$"},schema:"^0*(?:100(?:\\.0+)?|[0-9]{1,2}(?:\\.[0-9]+)?)$",parentSchema:schema7.allOf[2],data};
vErrors = add(vErrors, [err3]);
errors++;
}
}
validate7.errors = vErrors;
return errors === 0;
}
validate7.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema8 = {"description":"US dollars, 0 or more, as a string.","type":"string","x-expected":"US dollars as a string, such as \"0.30\"","examples":["0.30"],"allOf":[{"pattern":"^-?[0-9]+(?:\\.[0-9]+)?$","x-expected":"US dollars as a string, such as \"0.30\""},{"maxLength":20,"x-expected":"US dollars in at most 20 characters"},{"pattern":"^[^-]","x-expected":"US dollars, 0 or more"}],"$id":"dollars"};
const pattern6 = new RegExp("^[^-]", "u");

function validate9(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="dollars" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate9.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},schema:schema8.type,parentSchema:schema8,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(typeof data === "string"){
if(!pattern3.test(data)){
const err1 = {instancePath,schemaPath:"#/allOf/0/pattern",keyword:"pattern",params:{pattern: "^-?[0-9]+(?:\\.[0-9]+)?$"},schema:"^-?[0-9]+(?:\\.[0-9]+)?$",parentSchema:schema8.allOf[0],data};
vErrors = add(vErrors, [err1]);
errors++;
}
}
if(typeof data === "string"){
if(func0(data) > 20){
const err2 = {instancePath,schemaPath:"#/allOf/1/maxLength",keyword:"maxLength",params:{limit: 20},schema:20,parentSchema:schema8.allOf[1],data};
vErrors = add(vErrors, [err2]);
errors++;
}
}
if(typeof data === "string"){
if(!pattern6.test(data)){
const err3 = {instancePath,schemaPath:"#/allOf/2/pattern",keyword:"pattern",params:{pattern: "^[^-]"},schema:"^[^-]",parentSchema:schema8.allOf[2],data};
vErrors = add(vErrors, [err3]);
errors++;
}
}
validate9.errors = vErrors;
return errors === 0;
}
validate9.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate6(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="figures" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate6.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.percent === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "percent"},schema:schema6.required,parentSchema:schema6,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(data.fixed === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fixed"},schema:schema6.required,parentSchema:schema6,data};
vErrors = add(vErrors, [err1]);
errors++;
}
for(const key0 in data){
if(!((key0 === "percent") || (key0 === "fixed"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema6,data};
vErrors = add(vErrors, [err2]);
errors++;
}
}
if(data.percent !== undefined){
if(!(validate7(data.percent, {instancePath:instancePath+"/percent",parentData:data,parentDataProperty:"percent",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate7.errors);
errors = vErrors.length;
}
}
if(data.fixed !== undefined){
if(!(validate9(data.fixed, {instancePath:instancePath+"/fixed",parentData:data,parentDataProperty:"fixed",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate9.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema6.type,parentSchema:schema6,data};
vErrors = add(vErrors, [err3]);
errors++;
}
validate6.errors = vErrors;
return errors === 0;
}
validate6.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema9 = {"description":"The first 1 to 8 digits of a card number, as a string; the longest prefix applies.","type":"string","pattern":"^[0-9]{1,8}$","x-expected":"the first 1 to 8 digits of a card as a string, such as \"4242\"","examples":["4242"],"$id":"prefix"};
const pattern7 = new RegExp("^[0-9]{1,8}$", "u");

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="prefix" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate12.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(!pattern7.test(data)){
const err0 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,8}$"},schema:"^[0-9]{1,8}$",parentSchema:schema9,data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},schema:schema9.type,parentSchema:schema9,data};
vErrors = add(vErrors, [err1]);
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}
validate12.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema10 = {"description":"The policy for cards that no row matches, without a default: free (the fee is 0) or refuse the call.","type":"string","enum":["free","refuse"],"default":"free","$id":"unlisted"};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="unlisted" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate16.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},schema:schema10.type,parentSchema:schema10,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(!((data === "free") || (data === "refuse"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema10.enum},schema:schema10.enum,parentSchema:schema10,data};
vErrors = add(vErrors, [err1]);
errors++;
}
validate16.errors = vErrors;
return errors === 0;
}
validate16.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="interchange" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate5.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.default === undefined) && (missing0 = "default")) || ((data.unlisted === undefined) && (missing0 = "unlisted"))){
const err0 = {};
vErrors = add(vErrors, [err0]);
errors++;
}
}
var valid0 = _errs2 === errors;
if(valid0){
const err1 = {instancePath,schemaPath:"#/not",keyword:"not",params:{},schema:schema5.not,parentSchema:schema5,data};
vErrors = add(vErrors, [err1]);
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.rows === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rows"},schema:schema5.required,parentSchema:schema5,data};
vErrors = add(vErrors, [err2]);
errors++;
}
for(const key0 in data){
if(!(((key0 === "default") || (key0 === "rows")) || (key0 === "unlisted"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema5,data};
vErrors = add(vErrors, [err3]);
errors++;
}
}
if(data.default !== undefined){
if(!(validate6(data.default, {instancePath:instancePath+"/default",parentData:data,parentDataProperty:"default",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate6.errors);
errors = vErrors.length;
}
}
if(data.rows !== undefined){
let data1 = data.rows;
if(Array.isArray(data1)){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema5.properties.rows,data:data1};
vErrors = add(vErrors, [err4]);
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.prefix === undefined){
const err5 = {instancePath:instancePath+"/rows/" + i0,schemaPath:"#/properties/rows/items/required",keyword:"required",params:{missingProperty: "prefix"},schema:schema5.properties.rows.items.required,parentSchema:schema5.properties.rows.items,data:data2};
vErrors = add(vErrors, [err5]);
errors++;
}
if(data2.percent === undefined){
const err6 = {instancePath:instancePath+"/rows/" + i0,schemaPath:"#/properties/rows/items/required",keyword:"required",params:{missingProperty: "percent"},schema:schema5.properties.rows.items.required,parentSchema:schema5.properties.rows.items,data:data2};
vErrors = add(vErrors, [err6]);
errors++;
}
if(data2.fixed === undefined){
const err7 = {instancePath:instancePath+"/rows/" + i0,schemaPath:"#/properties/rows/items/required",keyword:"required",params:{missingProperty: "fixed"},schema:schema5.properties.rows.items.required,parentSchema:schema5.properties.rows.items,data:data2};
vErrors = add(vErrors, [err7]);
errors++;
}
for(const key1 in data2){
if(!(((key1 === "prefix") || (key1 === "percent")) || (key1 === "fixed"))){
const err8 = {instancePath:instancePath+"/rows/" + i0,schemaPath:"#/properties/rows/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema5.properties.rows.items,data:data2};
vErrors = add(vErrors, [err8]);
errors++;
}
}
if(data2.prefix !== undefined){
if(!(validate12(data2.prefix, {instancePath:instancePath+"/rows/" + i0+"/prefix",parentData:data2,parentDataProperty:"prefix",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate12.errors);
errors = vErrors.length;
}
}
if(data2.percent !== undefined){
if(!(validate7(data2.percent, {instancePath:instancePath+"/rows/" + i0+"/percent",parentData:data2,parentDataProperty:"percent",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate7.errors);
errors = vErrors.length;
}
}
if(data2.fixed !== undefined){
if(!(validate9(data2.fixed, {instancePath:instancePath+"/rows/" + i0+"/fixed",parentData:data2,parentDataProperty:"fixed",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate9.errors);
errors = vErrors.length;
}
}
}
else {
const err9 = {instancePath:instancePath+"/rows/" + i0,schemaPath:"#/properties/rows/items/type",keyword:"type",params:{type: "object"},schema:schema5.properties.rows.items.type,parentSchema:schema5.properties.rows.items,data:data2};
vErrors = add(vErrors, [err9]);
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type: "array"},schema:schema5.properties.rows.type,parentSchema:schema5.properties.rows,data:data1};
vErrors = add(vErrors, [err10]);
errors++;
}
}
if(data.unlisted !== undefined){
if(!(validate16(data.unlisted, {instancePath:instancePath+"/unlisted",parentData:data,parentDataProperty:"unlisted",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate16.errors);
errors = vErrors.length;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema5.type,parentSchema:schema5,data};
vErrors = add(vErrors, [err11]);
errors++;
}
validate5.errors = vErrors;
return errors === 0;
}
validate5.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema11 = {"description":"The service's part, which is not a cost of accepting the card.","type":"object","properties":{"percent":{"description":"A share of the amount.","$ref":"percent"}},"required":["percent"],"additionalProperties":false,"$id":"service"};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="service" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.percent === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "percent"},schema:schema11.required,parentSchema:schema11,data};
vErrors = add(vErrors, [err0]);
errors++;
}
for(const key0 in data){
if(!(key0 === "percent")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema11,data};
vErrors = add(vErrors, [err1]);
errors++;
}
}
if(data.percent !== undefined){
if(!(validate7(data.percent, {instancePath:instancePath+"/percent",parentData:data,parentDataProperty:"percent",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate7.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema11.type,parentSchema:schema11,data};
vErrors = add(vErrors, [err2]);
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema12 = {"description":"The cap of the fee; the smaller one of two applies.","type":"object","properties":{"percent":{"description":"A share of the amount.","$ref":"percent"},"fixed":{"description":"A fixed amount.","$ref":"dollars"}},"additionalProperties":false,"anyOf":[{"required":["percent"]},{"required":["fixed"]}],"$id":"cap"};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="cap" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = false;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.percent === undefined){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: "percent"},schema:schema12.anyOf[0].required,parentSchema:schema12.anyOf[0],data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.fixed === undefined){
const err1 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "fixed"},schema:schema12.anyOf[1].required,parentSchema:schema12.anyOf[1],data};
vErrors = add(vErrors, [err1]);
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err2 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},schema:schema12.anyOf,parentSchema:schema12,data};
vErrors = add(vErrors, [err2]);
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "percent") || (key0 === "fixed"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema12,data};
vErrors = add(vErrors, [err3]);
errors++;
}
}
if(data.percent !== undefined){
if(!(validate7(data.percent, {instancePath:instancePath+"/percent",parentData:data,parentDataProperty:"percent",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate7.errors);
errors = vErrors.length;
}
}
if(data.fixed !== undefined){
if(!(validate9(data.fixed, {instancePath:instancePath+"/fixed",parentData:data,parentDataProperty:"fixed",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate9.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema12.type,parentSchema:schema12,data};
vErrors = add(vErrors, [err4]);
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="interchangePlus" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate4.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},schema:schema4.required,parentSchema:schema4,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(data.interchange === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "interchange"},schema:schema4.required,parentSchema:schema4,data};
vErrors = add(vErrors, [err1]);
errors++;
}
if(data.network === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "network"},schema:schema4.required,parentSchema:schema4,data};
vErrors = add(vErrors, [err2]);
errors++;
}
if(data.markup === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "markup"},schema:schema4.required,parentSchema:schema4,data};
vErrors = add(vErrors, [err3]);
errors++;
}
if(data.service === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "service"},schema:schema4.required,parentSchema:schema4,data};
vErrors = add(vErrors, [err4]);
errors++;
}
for(const key0 in data){
if(!((((((key0 === "model") || (key0 === "interchange")) || (key0 === "network")) || (key0 === "markup")) || (key0 === "service")) || (key0 === "cap"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema4,data};
vErrors = add(vErrors, [err5]);
errors++;
}
}
if(data.model !== undefined){
let data0 = data.model;
if("interchange-plus" !== data0){
const err6 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue: "interchange-plus"},schema:"interchange-plus",parentSchema:schema4.properties.model,data:data0};
vErrors = add(vErrors, [err6]);
errors++;
}
}
if(data.interchange !== undefined){
if(!(validate5(data.interchange, {instancePath:instancePath+"/interchange",parentData:data,parentDataProperty:"interchange",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate5.errors);
errors = vErrors.length;
}
}
if(data.network !== undefined){
if(!(validate6(data.network, {instancePath:instancePath+"/network",parentData:data,parentDataProperty:"network",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate6.errors);
errors = vErrors.length;
}
}
if(data.markup !== undefined){
if(!(validate6(data.markup, {instancePath:instancePath+"/markup",parentData:data,parentDataProperty:"markup",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate6.errors);
errors = vErrors.length;
}
}
if(data.service !== undefined){
if(!(validate21(data.service, {instancePath:instancePath+"/service",parentData:data,parentDataProperty:"service",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate21.errors);
errors = vErrors.length;
}
}
if(data.cap !== undefined){
if(!(validate24(data.cap, {instancePath:instancePath+"/cap",parentData:data,parentDataProperty:"cap",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema4.type,parentSchema:schema4,data};
vErrors = add(vErrors, [err7]);
errors++;
}
validate4.errors = vErrors;
return errors === 0;
}
validate4.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema13 = {"title":"tiered","type":"object","properties":{"model":{"description":"Three prices, selected by the prefix or the kind of the card.","const":"tiered"},"service":{"$ref":"service"},"qualified":{"description":"The price of the cheapest cards.","$ref":"figures"},"mid-qualified":{"description":"The price of cards in between.","$ref":"figures"},"non-qualified":{"description":"The price of the most expensive cards.","$ref":"figures"},"prefixes":{"description":"Tiers by first digits of the card.","type":"array","items":{"type":"object","properties":{"prefix":{"$ref":"prefix"},"tier":{"$ref":"tier"}},"required":["prefix","tier"],"additionalProperties":false},"minItems":1},"kinds":{"description":"Tiers by card kind, for cards that no prefix matches.","type":"array","items":{"type":"object","properties":{"kind":{"description":"The kind of account of the card.","$ref":"kind"},"tier":{"$ref":"tier"}},"required":["kind","tier"],"additionalProperties":false},"minItems":1},"default":{"description":"The tier of all other cards; by default see unlisted.","$ref":"tier"},"unlisted":{"$ref":"unlisted"},"cap":{"$ref":"cap"}},"required":["model","qualified","mid-qualified","non-qualified"],"additionalProperties":false,"anyOf":[{"required":["prefixes"]},{"required":["kinds"]},{"required":["default"]}],"not":{"required":["default","unlisted"]},"$id":"tiered"};
const func2 = Object.prototype.hasOwnProperty;
const schema14 = {"description":"The tier of the card.","type":"string","enum":["qualified","mid-qualified","non-qualified"],"$id":"tier"};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="tier" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},schema:schema14.type,parentSchema:schema14,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(!(((data === "qualified") || (data === "mid-qualified")) || (data === "non-qualified"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema14.enum},schema:schema14.enum,parentSchema:schema14,data};
vErrors = add(vErrors, [err1]);
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema15 = {"type":"string","enum":["credit","debit","prepaid","commercial","government","unknown"],"$id":"kind"};

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="kind" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate36.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},schema:schema15.type,parentSchema:schema15,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(!((((((data === "credit") || (data === "debit")) || (data === "prepaid")) || (data === "commercial")) || (data === "government")) || (data === "unknown"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema15.enum},schema:schema15.enum,parentSchema:schema15,data};
vErrors = add(vErrors, [err1]);
errors++;
}
validate36.errors = vErrors;
return errors === 0;
}
validate36.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="tiered" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.default === undefined) && (missing0 = "default")) || ((data.unlisted === undefined) && (missing0 = "unlisted"))){
const err0 = {};
vErrors = add(vErrors, [err0]);
errors++;
}
}
var valid0 = _errs2 === errors;
if(valid0){
const err1 = {instancePath,schemaPath:"#/not",keyword:"not",params:{},schema:schema13.not,parentSchema:schema13,data};
vErrors = add(vErrors, [err1]);
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prefixes === undefined){
const err2 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: "prefixes"},schema:schema13.anyOf[0].required,parentSchema:schema13.anyOf[0],data};
vErrors = add(vErrors, [err2]);
errors++;
}
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kinds === undefined){
const err3 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "kinds"},schema:schema13.anyOf[1].required,parentSchema:schema13.anyOf[1],data};
vErrors = add(vErrors, [err3]);
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = valid1 || _valid0;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.default === undefined){
const err4 = {instancePath,schemaPath:"#/anyOf/2/required",keyword:"required",params:{missingProperty: "default"},schema:schema13.anyOf[2].required,parentSchema:schema13.anyOf[2],data};
vErrors = add(vErrors, [err4]);
errors++;
}
}
var _valid0 = _errs6 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err5 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},schema:schema13.anyOf,parentSchema:schema13,data};
vErrors = add(vErrors, [err5]);
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},schema:schema13.required,parentSchema:schema13,data};
vErrors = add(vErrors, [err6]);
errors++;
}
if(data.qualified === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "qualified"},schema:schema13.required,parentSchema:schema13,data};
vErrors = add(vErrors, [err7]);
errors++;
}
if(data["mid-qualified"] === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mid-qualified"},schema:schema13.required,parentSchema:schema13,data};
vErrors = add(vErrors, [err8]);
errors++;
}
if(data["non-qualified"] === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "non-qualified"},schema:schema13.required,parentSchema:schema13,data};
vErrors = add(vErrors, [err9]);
errors++;
}
for(const key0 in data){
if(!(func2.call(schema13.properties, key0))){
const err10 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema13,data};
vErrors = add(vErrors, [err10]);
errors++;
}
}
if(data.model !== undefined){
let data0 = data.model;
if("tiered" !== data0){
const err11 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue: "tiered"},schema:"tiered",parentSchema:schema13.properties.model,data:data0};
vErrors = add(vErrors, [err11]);
errors++;
}
}
if(data.service !== undefined){
if(!(validate21(data.service, {instancePath:instancePath+"/service",parentData:data,parentDataProperty:"service",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate21.errors);
errors = vErrors.length;
}
}
if(data.qualified !== undefined){
if(!(validate6(data.qualified, {instancePath:instancePath+"/qualified",parentData:data,parentDataProperty:"qualified",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate6.errors);
errors = vErrors.length;
}
}
if(data["mid-qualified"] !== undefined){
if(!(validate6(data["mid-qualified"], {instancePath:instancePath+"/mid-qualified",parentData:data,parentDataProperty:"mid-qualified",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate6.errors);
errors = vErrors.length;
}
}
if(data["non-qualified"] !== undefined){
if(!(validate6(data["non-qualified"], {instancePath:instancePath+"/non-qualified",parentData:data,parentDataProperty:"non-qualified",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate6.errors);
errors = vErrors.length;
}
}
if(data.prefixes !== undefined){
let data5 = data.prefixes;
if(Array.isArray(data5)){
if(data5.length < 1){
const err12 = {instancePath:instancePath+"/prefixes",schemaPath:"#/properties/prefixes/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema13.properties.prefixes,data:data5};
vErrors = add(vErrors, [err12]);
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.prefix === undefined){
const err13 = {instancePath:instancePath+"/prefixes/" + i0,schemaPath:"#/properties/prefixes/items/required",keyword:"required",params:{missingProperty: "prefix"},schema:schema13.properties.prefixes.items.required,parentSchema:schema13.properties.prefixes.items,data:data6};
vErrors = add(vErrors, [err13]);
errors++;
}
if(data6.tier === undefined){
const err14 = {instancePath:instancePath+"/prefixes/" + i0,schemaPath:"#/properties/prefixes/items/required",keyword:"required",params:{missingProperty: "tier"},schema:schema13.properties.prefixes.items.required,parentSchema:schema13.properties.prefixes.items,data:data6};
vErrors = add(vErrors, [err14]);
errors++;
}
for(const key1 in data6){
if(!((key1 === "prefix") || (key1 === "tier"))){
const err15 = {instancePath:instancePath+"/prefixes/" + i0,schemaPath:"#/properties/prefixes/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema13.properties.prefixes.items,data:data6};
vErrors = add(vErrors, [err15]);
errors++;
}
}
if(data6.prefix !== undefined){
if(!(validate12(data6.prefix, {instancePath:instancePath+"/prefixes/" + i0+"/prefix",parentData:data6,parentDataProperty:"prefix",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate12.errors);
errors = vErrors.length;
}
}
if(data6.tier !== undefined){
if(!(validate34(data6.tier, {instancePath:instancePath+"/prefixes/" + i0+"/tier",parentData:data6,parentDataProperty:"tier",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate34.errors);
errors = vErrors.length;
}
}
}
else {
const err16 = {instancePath:instancePath+"/prefixes/" + i0,schemaPath:"#/properties/prefixes/items/type",keyword:"type",params:{type: "object"},schema:schema13.properties.prefixes.items.type,parentSchema:schema13.properties.prefixes.items,data:data6};
vErrors = add(vErrors, [err16]);
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/prefixes",schemaPath:"#/properties/prefixes/type",keyword:"type",params:{type: "array"},schema:schema13.properties.prefixes.type,parentSchema:schema13.properties.prefixes,data:data5};
vErrors = add(vErrors, [err17]);
errors++;
}
}
if(data.kinds !== undefined){
let data9 = data.kinds;
if(Array.isArray(data9)){
if(data9.length < 1){
const err18 = {instancePath:instancePath+"/kinds",schemaPath:"#/properties/kinds/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema13.properties.kinds,data:data9};
vErrors = add(vErrors, [err18]);
errors++;
}
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
let data10 = data9[i1];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.kind === undefined){
const err19 = {instancePath:instancePath+"/kinds/" + i1,schemaPath:"#/properties/kinds/items/required",keyword:"required",params:{missingProperty: "kind"},schema:schema13.properties.kinds.items.required,parentSchema:schema13.properties.kinds.items,data:data10};
vErrors = add(vErrors, [err19]);
errors++;
}
if(data10.tier === undefined){
const err20 = {instancePath:instancePath+"/kinds/" + i1,schemaPath:"#/properties/kinds/items/required",keyword:"required",params:{missingProperty: "tier"},schema:schema13.properties.kinds.items.required,parentSchema:schema13.properties.kinds.items,data:data10};
vErrors = add(vErrors, [err20]);
errors++;
}
for(const key2 in data10){
if(!((key2 === "kind") || (key2 === "tier"))){
const err21 = {instancePath:instancePath+"/kinds/" + i1,schemaPath:"#/properties/kinds/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema13.properties.kinds.items,data:data10};
vErrors = add(vErrors, [err21]);
errors++;
}
}
if(data10.kind !== undefined){
if(!(validate36(data10.kind, {instancePath:instancePath+"/kinds/" + i1+"/kind",parentData:data10,parentDataProperty:"kind",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate36.errors);
errors = vErrors.length;
}
}
if(data10.tier !== undefined){
if(!(validate34(data10.tier, {instancePath:instancePath+"/kinds/" + i1+"/tier",parentData:data10,parentDataProperty:"tier",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate34.errors);
errors = vErrors.length;
}
}
}
else {
const err22 = {instancePath:instancePath+"/kinds/" + i1,schemaPath:"#/properties/kinds/items/type",keyword:"type",params:{type: "object"},schema:schema13.properties.kinds.items.type,parentSchema:schema13.properties.kinds.items,data:data10};
vErrors = add(vErrors, [err22]);
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/kinds",schemaPath:"#/properties/kinds/type",keyword:"type",params:{type: "array"},schema:schema13.properties.kinds.type,parentSchema:schema13.properties.kinds,data:data9};
vErrors = add(vErrors, [err23]);
errors++;
}
}
if(data.default !== undefined){
if(!(validate34(data.default, {instancePath:instancePath+"/default",parentData:data,parentDataProperty:"default",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate34.errors);
errors = vErrors.length;
}
}
if(data.unlisted !== undefined){
if(!(validate16(data.unlisted, {instancePath:instancePath+"/unlisted",parentData:data,parentDataProperty:"unlisted",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate16.errors);
errors = vErrors.length;
}
}
if(data.cap !== undefined){
if(!(validate24(data.cap, {instancePath:instancePath+"/cap",parentData:data,parentDataProperty:"cap",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema13.type,parentSchema:schema13,data};
vErrors = add(vErrors, [err24]);
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema16 = {"title":"percent-plus-fixed","type":"object","properties":{"model":{"description":"One price for every card, also called flat rate.","const":"percent-plus-fixed"},"percent":{"description":"A share of the amount.","$ref":"percent"},"fixed":{"description":"A fixed amount for each transaction.","$ref":"dollars"},"cap":{"$ref":"cap"}},"required":["model","percent","fixed"],"additionalProperties":false,"$id":"percentPlusFixed"};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="percentPlusFixed" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},schema:schema16.required,parentSchema:schema16,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(data.percent === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "percent"},schema:schema16.required,parentSchema:schema16,data};
vErrors = add(vErrors, [err1]);
errors++;
}
if(data.fixed === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fixed"},schema:schema16.required,parentSchema:schema16,data};
vErrors = add(vErrors, [err2]);
errors++;
}
for(const key0 in data){
if(!((((key0 === "model") || (key0 === "percent")) || (key0 === "fixed")) || (key0 === "cap"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema16,data};
vErrors = add(vErrors, [err3]);
errors++;
}
}
if(data.model !== undefined){
let data0 = data.model;
if("percent-plus-fixed" !== data0){
const err4 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue: "percent-plus-fixed"},schema:"percent-plus-fixed",parentSchema:schema16.properties.model,data:data0};
vErrors = add(vErrors, [err4]);
errors++;
}
}
if(data.percent !== undefined){
if(!(validate7(data.percent, {instancePath:instancePath+"/percent",parentData:data,parentDataProperty:"percent",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate7.errors);
errors = vErrors.length;
}
}
if(data.fixed !== undefined){
if(!(validate9(data.fixed, {instancePath:instancePath+"/fixed",parentData:data,parentDataProperty:"fixed",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate9.errors);
errors = vErrors.length;
}
}
if(data.cap !== undefined){
if(!(validate24(data.cap, {instancePath:instancePath+"/cap",parentData:data,parentDataProperty:"cap",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema16.type,parentSchema:schema16,data};
vErrors = add(vErrors, [err5]);
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema17 = {"title":"flat","type":"object","properties":{"model":{"description":"A fixed fee for each transaction, independent of its amount.","const":"flat"},"fixed":{"description":"A fixed amount for each transaction.","$ref":"dollars"},"cap":{"$ref":"cap"}},"required":["model","fixed"],"additionalProperties":false,"$id":"flat"};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="flat" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate46.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},schema:schema17.required,parentSchema:schema17,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(data.fixed === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fixed"},schema:schema17.required,parentSchema:schema17,data};
vErrors = add(vErrors, [err1]);
errors++;
}
for(const key0 in data){
if(!(((key0 === "model") || (key0 === "fixed")) || (key0 === "cap"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema17,data};
vErrors = add(vErrors, [err2]);
errors++;
}
}
if(data.model !== undefined){
let data0 = data.model;
if("flat" !== data0){
const err3 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue: "flat"},schema:"flat",parentSchema:schema17.properties.model,data:data0};
vErrors = add(vErrors, [err3]);
errors++;
}
}
if(data.fixed !== undefined){
if(!(validate9(data.fixed, {instancePath:instancePath+"/fixed",parentData:data,parentDataProperty:"fixed",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate9.errors);
errors = vErrors.length;
}
}
if(data.cap !== undefined){
if(!(validate24(data.cap, {instancePath:instancePath+"/cap",parentData:data,parentDataProperty:"cap",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema17.type,parentSchema:schema17,data};
vErrors = add(vErrors, [err4]);
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema18 = {"title":"bands","type":"object","properties":{"model":{"description":"A price for each range of amounts.","const":"bands"},"bands":{"description":"Ranges of amounts, from the lowest to the highest.","type":"array","items":{"type":"object","properties":{"upTo":{"description":"The highest amount of the band; the last band has none.","$ref":"dollars"},"percent":{"description":"A share of the amount.","$ref":"percent"},"fixed":{"description":"A fixed amount for each transaction.","$ref":"dollars"}},"required":["percent","fixed"],"additionalProperties":false},"minItems":1},"cap":{"$ref":"cap"}},"required":["model","bands"],"additionalProperties":false,"$id":"bands"};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="bands" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},schema:schema18.required,parentSchema:schema18,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(data.bands === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bands"},schema:schema18.required,parentSchema:schema18,data};
vErrors = add(vErrors, [err1]);
errors++;
}
for(const key0 in data){
if(!(((key0 === "model") || (key0 === "bands")) || (key0 === "cap"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema18,data};
vErrors = add(vErrors, [err2]);
errors++;
}
}
if(data.model !== undefined){
let data0 = data.model;
if("bands" !== data0){
const err3 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue: "bands"},schema:"bands",parentSchema:schema18.properties.model,data:data0};
vErrors = add(vErrors, [err3]);
errors++;
}
}
if(data.bands !== undefined){
let data1 = data.bands;
if(Array.isArray(data1)){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/bands",schemaPath:"#/properties/bands/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema18.properties.bands,data:data1};
vErrors = add(vErrors, [err4]);
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.percent === undefined){
const err5 = {instancePath:instancePath+"/bands/" + i0,schemaPath:"#/properties/bands/items/required",keyword:"required",params:{missingProperty: "percent"},schema:schema18.properties.bands.items.required,parentSchema:schema18.properties.bands.items,data:data2};
vErrors = add(vErrors, [err5]);
errors++;
}
if(data2.fixed === undefined){
const err6 = {instancePath:instancePath+"/bands/" + i0,schemaPath:"#/properties/bands/items/required",keyword:"required",params:{missingProperty: "fixed"},schema:schema18.properties.bands.items.required,parentSchema:schema18.properties.bands.items,data:data2};
vErrors = add(vErrors, [err6]);
errors++;
}
for(const key1 in data2){
if(!(((key1 === "upTo") || (key1 === "percent")) || (key1 === "fixed"))){
const err7 = {instancePath:instancePath+"/bands/" + i0,schemaPath:"#/properties/bands/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema18.properties.bands.items,data:data2};
vErrors = add(vErrors, [err7]);
errors++;
}
}
if(data2.upTo !== undefined){
if(!(validate9(data2.upTo, {instancePath:instancePath+"/bands/" + i0+"/upTo",parentData:data2,parentDataProperty:"upTo",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate9.errors);
errors = vErrors.length;
}
}
if(data2.percent !== undefined){
if(!(validate7(data2.percent, {instancePath:instancePath+"/bands/" + i0+"/percent",parentData:data2,parentDataProperty:"percent",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate7.errors);
errors = vErrors.length;
}
}
if(data2.fixed !== undefined){
if(!(validate9(data2.fixed, {instancePath:instancePath+"/bands/" + i0+"/fixed",parentData:data2,parentDataProperty:"fixed",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate9.errors);
errors = vErrors.length;
}
}
}
else {
const err8 = {instancePath:instancePath+"/bands/" + i0,schemaPath:"#/properties/bands/items/type",keyword:"type",params:{type: "object"},schema:schema18.properties.bands.items.type,parentSchema:schema18.properties.bands.items,data:data2};
vErrors = add(vErrors, [err8]);
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/bands",schemaPath:"#/properties/bands/type",keyword:"type",params:{type: "array"},schema:schema18.properties.bands.type,parentSchema:schema18.properties.bands,data:data1};
vErrors = add(vErrors, [err9]);
errors++;
}
}
if(data.cap !== undefined){
if(!(validate24(data.cap, {instancePath:instancePath+"/cap",parentData:data,parentDataProperty:"cap",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema18.type,parentSchema:schema18,data};
vErrors = add(vErrors, [err10]);
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema19 = {"title":"membership","type":"object","properties":{"model":{"description":"Interchange, network fee and a fixed amount.","const":"membership"},"interchange":{"$ref":"interchange"},"network":{"description":"The fee of the card network, the same for every card.","$ref":"figures"},"fixed":{"description":"A fixed amount for each transaction, added to interchange and network.","$ref":"dollars"},"cap":{"$ref":"cap"}},"required":["model","interchange","network","fixed"],"additionalProperties":false,"$id":"membership"};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="membership" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},schema:schema19.required,parentSchema:schema19,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(data.interchange === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "interchange"},schema:schema19.required,parentSchema:schema19,data};
vErrors = add(vErrors, [err1]);
errors++;
}
if(data.network === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "network"},schema:schema19.required,parentSchema:schema19,data};
vErrors = add(vErrors, [err2]);
errors++;
}
if(data.fixed === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fixed"},schema:schema19.required,parentSchema:schema19,data};
vErrors = add(vErrors, [err3]);
errors++;
}
for(const key0 in data){
if(!(((((key0 === "model") || (key0 === "interchange")) || (key0 === "network")) || (key0 === "fixed")) || (key0 === "cap"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema19,data};
vErrors = add(vErrors, [err4]);
errors++;
}
}
if(data.model !== undefined){
let data0 = data.model;
if("membership" !== data0){
const err5 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue: "membership"},schema:"membership",parentSchema:schema19.properties.model,data:data0};
vErrors = add(vErrors, [err5]);
errors++;
}
}
if(data.interchange !== undefined){
if(!(validate5(data.interchange, {instancePath:instancePath+"/interchange",parentData:data,parentDataProperty:"interchange",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate5.errors);
errors = vErrors.length;
}
}
if(data.network !== undefined){
if(!(validate6(data.network, {instancePath:instancePath+"/network",parentData:data,parentDataProperty:"network",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate6.errors);
errors = vErrors.length;
}
}
if(data.fixed !== undefined){
if(!(validate9(data.fixed, {instancePath:instancePath+"/fixed",parentData:data,parentDataProperty:"fixed",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate9.errors);
errors = vErrors.length;
}
}
if(data.cap !== undefined){
if(!(validate24(data.cap, {instancePath:instancePath+"/cap",parentData:data,parentDataProperty:"cap",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema19.type,parentSchema:schema19,data};
vErrors = add(vErrors, [err6]);
errors++;
}
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="pricing" */;
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
if(data.model === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},schema:schema3.required,parentSchema:schema3,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(data.model !== undefined){
let data0 = data.model;
if(!((((((data0 === "interchange-plus") || (data0 === "tiered")) || (data0 === "percent-plus-fixed")) || (data0 === "flat")) || (data0 === "bands")) || (data0 === "membership"))){
const err1 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/enum",keyword:"enum",params:{allowedValues: schema3.properties.model.enum},schema:schema3.properties.model.enum,parentSchema:schema3.properties.model,data:data0};
vErrors = add(vErrors, [err1]);
errors++;
}
}
const tag0 = data.model;
if(typeof tag0 == "string"){
if(tag0 === "interchange-plus"){
if(!(validate4(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate4.errors);
errors = vErrors.length;
}
var props0 = true;
}
else if(tag0 === "tiered"){
if(!(validate28(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate28.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "percent-plus-fixed"){
if(!(validate42(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate42.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "flat"){
if(!(validate46(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate46.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "bands"){
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate49.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "membership"){
if(!(validate54(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate54.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = true;
}
}
else {
const err2 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "model", tagValue: tag0},schema:schema3.discriminator,parentSchema:schema3,data};
vErrors = add(vErrors, [err2]);
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "model", tagValue: tag0},schema:schema3.discriminator,parentSchema:schema3,data};
vErrors = add(vErrors, [err3]);
errors++;
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema3.type,parentSchema:schema3,data};
vErrors = add(vErrors, [err4]);
errors++;
}
validate3.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate3.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="processor" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate2.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.mid === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mid"},schema:schema2.required,parentSchema:schema2,data};
vErrors = add(vErrors, [err0]);
errors++;
}
if(data.name === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},schema:schema2.required,parentSchema:schema2,data};
vErrors = add(vErrors, [err1]);
errors++;
}
if(data.pricing === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pricing"},schema:schema2.required,parentSchema:schema2,data};
vErrors = add(vErrors, [err2]);
errors++;
}
for(const key0 in data){
if(!(((key0 === "mid") || (key0 === "name")) || (key0 === "pricing"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema2,data};
vErrors = add(vErrors, [err3]);
errors++;
}
}
if(data.mid !== undefined){
let data0 = data.mid;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err4 = {instancePath:instancePath+"/mid",schemaPath:"#/properties/mid/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema2.properties.mid,data:data0};
vErrors = add(vErrors, [err4]);
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/mid",schemaPath:"#/properties/mid/type",keyword:"type",params:{type: "string"},schema:schema2.properties.mid.type,parentSchema:schema2.properties.mid,data:data0};
vErrors = add(vErrors, [err5]);
errors++;
}
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema2.properties.name,data:data1};
vErrors = add(vErrors, [err6]);
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},schema:schema2.properties.name.type,parentSchema:schema2.properties.name,data:data1};
vErrors = add(vErrors, [err7]);
errors++;
}
}
if(data.pricing !== undefined){
if(!(validate3(data.pricing, {instancePath:instancePath+"/pricing",parentData:data,parentDataProperty:"pricing",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate3.errors);
errors = vErrors.length;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema2.type,parentSchema:schema2,data};
vErrors = add(vErrors, [err8]);
errors++;
}
validate2.errors = vErrors;
return errors === 0;
}
validate2.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema20 = {"description":"Card kinds by first digits.","type":"object","properties":{"kinds":{"description":"Card kinds by first digits; the longest prefix applies.","oneOf":[{"type":"array","items":{"type":"object","properties":{"prefix":{"$ref":"prefix"},"kind":{"description":"The kind of the cards with this prefix.","$ref":"kind"}},"required":["prefix","kind"],"additionalProperties":false},"minItems":1},{"title":"the shipped list","enum":["test-cards"],"x-expected":"a list or the word test-cards"}]},"unknown":{"description":"The kind of cards that no row matches.","$ref":"kind","default":"unknown"}},"additionalProperties":false,"$id":"cards"};

function validate67(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="cards" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate67.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "kinds") || (key0 === "unknown"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema20,data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
if(data.kinds !== undefined){
let data0 = data.kinds;
const _errs3 = errors;
let valid1 = false;
let passing0 = null;
const _errs4 = errors;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/kinds",schemaPath:"#/properties/kinds/oneOf/0/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema20.properties.kinds.oneOf[0],data:data0};
vErrors = add(vErrors, [err1]);
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.prefix === undefined){
const err2 = {instancePath:instancePath+"/kinds/" + i0,schemaPath:"#/properties/kinds/oneOf/0/items/required",keyword:"required",params:{missingProperty: "prefix"},schema:schema20.properties.kinds.oneOf[0].items.required,parentSchema:schema20.properties.kinds.oneOf[0].items,data:data1};
vErrors = add(vErrors, [err2]);
errors++;
}
if(data1.kind === undefined){
const err3 = {instancePath:instancePath+"/kinds/" + i0,schemaPath:"#/properties/kinds/oneOf/0/items/required",keyword:"required",params:{missingProperty: "kind"},schema:schema20.properties.kinds.oneOf[0].items.required,parentSchema:schema20.properties.kinds.oneOf[0].items,data:data1};
vErrors = add(vErrors, [err3]);
errors++;
}
for(const key1 in data1){
if(!((key1 === "prefix") || (key1 === "kind"))){
const err4 = {instancePath:instancePath+"/kinds/" + i0,schemaPath:"#/properties/kinds/oneOf/0/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema20.properties.kinds.oneOf[0].items,data:data1};
vErrors = add(vErrors, [err4]);
errors++;
}
}
if(data1.prefix !== undefined){
if(!(validate12(data1.prefix, {instancePath:instancePath+"/kinds/" + i0+"/prefix",parentData:data1,parentDataProperty:"prefix",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate12.errors);
errors = vErrors.length;
}
}
if(data1.kind !== undefined){
if(!(validate36(data1.kind, {instancePath:instancePath+"/kinds/" + i0+"/kind",parentData:data1,parentDataProperty:"kind",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate36.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath:instancePath+"/kinds/" + i0,schemaPath:"#/properties/kinds/oneOf/0/items/type",keyword:"type",params:{type: "object"},schema:schema20.properties.kinds.oneOf[0].items.type,parentSchema:schema20.properties.kinds.oneOf[0].items,data:data1};
vErrors = add(vErrors, [err5]);
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/kinds",schemaPath:"#/properties/kinds/oneOf/0/type",keyword:"type",params:{type: "array"},schema:schema20.properties.kinds.oneOf[0].type,parentSchema:schema20.properties.kinds.oneOf[0],data:data0};
vErrors = add(vErrors, [err6]);
errors++;
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs11 = errors;
if(!(data0 === "test-cards")){
const err7 = {instancePath:instancePath+"/kinds",schemaPath:"#/properties/kinds/oneOf/1/enum",keyword:"enum",params:{allowedValues: schema20.properties.kinds.oneOf[1].enum},schema:schema20.properties.kinds.oneOf[1].enum,parentSchema:schema20.properties.kinds.oneOf[1],data:data0};
vErrors = add(vErrors, [err7]);
errors++;
}
var _valid0 = _errs11 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err8 = {instancePath:instancePath+"/kinds",schemaPath:"#/properties/kinds/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema20.properties.kinds.oneOf,parentSchema:schema20.properties.kinds,data:data0};
vErrors = add(vErrors, [err8]);
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
if(data.unknown !== undefined){
if(!(validate36(data.unknown, {instancePath:instancePath+"/unknown",parentData:data,parentDataProperty:"unknown",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate36.errors);
errors = vErrors.length;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema20.type,parentSchema:schema20,data};
vErrors = add(vErrors, [err9]);
errors++;
}
validate67.errors = vErrors;
return errors === 0;
}
validate67.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema21 = {"description":"The policy for unassigned regions.","type":"object","properties":{"unassignedZip":{"description":"The policy for zip codes of the United States that belong to no state, such as 00000: refuse, or price (default), since a zip code may be newer than the table of the engine.","type":"string","enum":["price","refuse"],"default":"price"}},"additionalProperties":false,"$id":"regions"};

function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="regions" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate72.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "unassignedZip")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema21,data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
if(data.unassignedZip !== undefined){
let data0 = data.unassignedZip;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/unassignedZip",schemaPath:"#/properties/unassignedZip/type",keyword:"type",params:{type: "string"},schema:schema21.properties.unassignedZip.type,parentSchema:schema21.properties.unassignedZip,data:data0};
vErrors = add(vErrors, [err1]);
errors++;
}
if(!((data0 === "price") || (data0 === "refuse"))){
const err2 = {instancePath:instancePath+"/unassignedZip",schemaPath:"#/properties/unassignedZip/enum",keyword:"enum",params:{allowedValues: schema21.properties.unassignedZip.enum},schema:schema21.properties.unassignedZip.enum,parentSchema:schema21.properties.unassignedZip,data:data0};
vErrors = add(vErrors, [err2]);
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema21.type,parentSchema:schema21,data};
vErrors = add(vErrors, [err3]);
errors++;
}
validate72.errors = vErrors;
return errors === 0;
}
validate72.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema22 = {"description":"Where and for which cards a fee is permitted, and its limits.","type":"object","properties":{"rules":{"description":"Surcharge rules, each with its source.","oneOf":[{"type":"array","items":{"$ref":"rule"},"minItems":1},{"title":"the shipped list","enum":["illustrative"],"x-expected":"a list or the word illustrative"}]},"countries":{"description":"The countries in which fees are charged; by default all.","type":"array","items":{"description":"A country by its ISO 3166-1 numeric code, as a string.","type":"string","pattern":"^[0-9]{3}$","x-expected":"an ISO 3166-1 numeric country code as a string, such as \"840\"","examples":["840"]},"minItems":1,"uniqueItems":true},"waivedBy":{"description":"Entries of data that waive the fee; they match exactly.","type":"array","items":{"description":"An entry of data, such as a coupon code.","type":"string","pattern":"\\S","examples":["waive-surcharge"]},"minItems":1,"uniqueItems":true}},"additionalProperties":false,"$id":"eligibility"};
const schema23 = {"type":"object","properties":{"name":{"description":"The name of the rule in an explained fee.","type":"string","pattern":"\\S","examples":["arizona"]},"country":{"description":"The country of the sale, by its ISO 3166-1 numeric code, as a string.","type":"string","pattern":"^[0-9]{3}$","x-expected":"an ISO 3166-1 numeric country code as a string, such as \"840\"","examples":["840"]},"state":{"description":"The two-letter code of the state or province that the rule applies to.","type":"string","pattern":"^[A-Z]{2}$","x-expected":"the two capital letters of a state or province, such as \"AZ\"","examples":["AZ"]},"brand":{"description":"The card brand that the rule applies to.","type":"string","enum":["visa","mastercard","american-express","diners-club","discover","troy","jcb","unionpay","naranja","verve","maestro","elo","mir","hiper","hipercard","unknown"]},"kind":{"description":"The card kind that the rule applies to.","$ref":"kind"},"from":{"description":"The first day in force.","$ref":"day"},"to":{"description":"The last day in force.","$ref":"day"},"source":{"description":"The law or network rule behind it.","type":"string","pattern":"\\S","examples":["the law or the network rule"]},"effect":{"description":"No fee is permitted, or at most a share of the amount, the cost of accepting the card, or the larger of both.","enum":["prohibit","cap-at-share","cap-at-cost","cap-at-share-or-cost"]}},"required":["name","source","effect"],"anyOf":[{"required":["country"]},{"required":["state"]},{"required":["brand"]},{"required":["kind"]}],"dependentRequired":{"state":["country"]},"discriminator":{"propertyName":"effect"},"oneOf":[{"properties":{"name":true,"country":true,"state":true,"brand":true,"kind":true,"from":true,"to":true,"source":true,"effect":{"description":"No fee is permitted, or at most the cost of accepting the card.","enum":["prohibit","cap-at-cost"]}},"additionalProperties":false},{"properties":{"name":true,"country":true,"state":true,"brand":true,"kind":true,"from":true,"to":true,"source":true,"effect":{"description":"At most a share of the amount, or the larger of it and the cost of accepting the card.","enum":["cap-at-share","cap-at-share-or-cost"]},"percent":{"description":"A share of the amount.","$ref":"percent"}},"required":["percent"],"additionalProperties":false}],"$id":"rule"};
const pattern9 = new RegExp("^[0-9]{3}$", "u");
const pattern10 = new RegExp("^[A-Z]{2}$", "u");
const schema24 = {"description":"A day, such as 2026-01-31.","type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a day of the calendar, such as 2026-01-31","examples":["2026-01-31"],"$id":"day"};
const pattern11 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "u");

function validate77(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="day" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate77.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data === "string"){
if(!pattern11.test(data)){
const err0 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",parentSchema:schema24,data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},schema:schema24.type,parentSchema:schema24,data};
vErrors = add(vErrors, [err1]);
errors++;
}
validate77.errors = vErrors;
return errors === 0;
}
validate77.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate75(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="rule" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate75.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = false;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.country === undefined){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: "country"},schema:schema23.anyOf[0].required,parentSchema:schema23.anyOf[0],data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.state === undefined){
const err1 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "state"},schema:schema23.anyOf[1].required,parentSchema:schema23.anyOf[1],data};
vErrors = add(vErrors, [err1]);
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.brand === undefined){
const err2 = {instancePath,schemaPath:"#/anyOf/2/required",keyword:"required",params:{missingProperty: "brand"},schema:schema23.anyOf[2].required,parentSchema:schema23.anyOf[2],data};
vErrors = add(vErrors, [err2]);
errors++;
}
}
var _valid0 = _errs4 === errors;
valid0 = valid0 || _valid0;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err3 = {instancePath,schemaPath:"#/anyOf/3/required",keyword:"required",params:{missingProperty: "kind"},schema:schema23.anyOf[3].required,parentSchema:schema23.anyOf[3],data};
vErrors = add(vErrors, [err3]);
errors++;
}
}
var _valid0 = _errs5 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err4 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},schema:schema23.anyOf,parentSchema:schema23,data};
vErrors = add(vErrors, [err4]);
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},schema:schema23.required,parentSchema:schema23,data};
vErrors = add(vErrors, [err5]);
errors++;
}
if(data.source === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"},schema:schema23.required,parentSchema:schema23,data};
vErrors = add(vErrors, [err6]);
errors++;
}
if(data.effect === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "effect"},schema:schema23.required,parentSchema:schema23,data};
vErrors = add(vErrors, [err7]);
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err8 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema23.properties.name,data:data0};
vErrors = add(vErrors, [err8]);
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},schema:schema23.properties.name.type,parentSchema:schema23.properties.name,data:data0};
vErrors = add(vErrors, [err9]);
errors++;
}
}
if(data.country !== undefined){
let data1 = data.country;
if(typeof data1 === "string"){
if(!pattern9.test(data1)){
const err10 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/pattern",keyword:"pattern",params:{pattern: "^[0-9]{3}$"},schema:"^[0-9]{3}$",parentSchema:schema23.properties.country,data:data1};
vErrors = add(vErrors, [err10]);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/type",keyword:"type",params:{type: "string"},schema:schema23.properties.country.type,parentSchema:schema23.properties.country,data:data1};
vErrors = add(vErrors, [err11]);
errors++;
}
}
if(data.state !== undefined){
let data2 = data.state;
if(typeof data2 === "string"){
if(!pattern10.test(data2)){
const err12 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"},schema:"^[A-Z]{2}$",parentSchema:schema23.properties.state,data:data2};
vErrors = add(vErrors, [err12]);
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},schema:schema23.properties.state.type,parentSchema:schema23.properties.state,data:data2};
vErrors = add(vErrors, [err13]);
errors++;
}
}
if(data.brand !== undefined){
let data3 = data.brand;
if(typeof data3 !== "string"){
const err14 = {instancePath:instancePath+"/brand",schemaPath:"#/properties/brand/type",keyword:"type",params:{type: "string"},schema:schema23.properties.brand.type,parentSchema:schema23.properties.brand,data:data3};
vErrors = add(vErrors, [err14]);
errors++;
}
if(!((((((((((((((((data3 === "visa") || (data3 === "mastercard")) || (data3 === "american-express")) || (data3 === "diners-club")) || (data3 === "discover")) || (data3 === "troy")) || (data3 === "jcb")) || (data3 === "unionpay")) || (data3 === "naranja")) || (data3 === "verve")) || (data3 === "maestro")) || (data3 === "elo")) || (data3 === "mir")) || (data3 === "hiper")) || (data3 === "hipercard")) || (data3 === "unknown"))){
const err15 = {instancePath:instancePath+"/brand",schemaPath:"#/properties/brand/enum",keyword:"enum",params:{allowedValues: schema23.properties.brand.enum},schema:schema23.properties.brand.enum,parentSchema:schema23.properties.brand,data:data3};
vErrors = add(vErrors, [err15]);
errors++;
}
}
if(data.kind !== undefined){
if(!(validate36(data.kind, {instancePath:instancePath+"/kind",parentData:data,parentDataProperty:"kind",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate36.errors);
errors = vErrors.length;
}
}
if(data.from !== undefined){
if(!(validate77(data.from, {instancePath:instancePath+"/from",parentData:data,parentDataProperty:"from",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate77.errors);
errors = vErrors.length;
}
}
if(data.to !== undefined){
if(!(validate77(data.to, {instancePath:instancePath+"/to",parentData:data,parentDataProperty:"to",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate77.errors);
errors = vErrors.length;
}
}
if(data.source !== undefined){
let data7 = data.source;
if(typeof data7 === "string"){
if(!pattern0.test(data7)){
const err16 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema23.properties.source,data:data7};
vErrors = add(vErrors, [err16]);
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "string"},schema:schema23.properties.source.type,parentSchema:schema23.properties.source,data:data7};
vErrors = add(vErrors, [err17]);
errors++;
}
}
if(data.effect !== undefined){
let data8 = data.effect;
if(!((((data8 === "prohibit") || (data8 === "cap-at-share")) || (data8 === "cap-at-cost")) || (data8 === "cap-at-share-or-cost"))){
const err18 = {instancePath:instancePath+"/effect",schemaPath:"#/properties/effect/enum",keyword:"enum",params:{allowedValues: schema23.properties.effect.enum},schema:schema23.properties.effect.enum,parentSchema:schema23.properties.effect,data:data8};
vErrors = add(vErrors, [err18]);
errors++;
}
}
if(data.state !== undefined){
if(data.country === undefined){
const err19 = {instancePath,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property: "state",
    missingProperty: "country",
    depsCount: 1,
    deps: "country"},schema:schema23.dependentRequired,parentSchema:schema23,data};
vErrors = add(vErrors, [err19]);
errors++;
}
}
const tag0 = data.effect;
if(typeof tag0 == "string"){
if(tag0 === "prohibit"){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema23.oneOf[0].properties, key0))){
const err20 = {instancePath,schemaPath:"#/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema23.oneOf[0],data};
vErrors = add(vErrors, [err20]);
errors++;
}
}
if(data.effect !== undefined){
let data9 = data.effect;
if(!((data9 === "prohibit") || (data9 === "cap-at-cost"))){
const err21 = {instancePath:instancePath+"/effect",schemaPath:"#/oneOf/0/properties/effect/enum",keyword:"enum",params:{allowedValues: schema23.oneOf[0].properties.effect.enum},schema:schema23.oneOf[0].properties.effect.enum,parentSchema:schema23.oneOf[0].properties.effect,data:data9};
vErrors = add(vErrors, [err21]);
errors++;
}
}
}
var props0 = true;
}
else if(tag0 === "cap-at-cost"){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key1 in data){
if(!(func2.call(schema23.oneOf[0].properties, key1))){
const err22 = {instancePath,schemaPath:"#/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema23.oneOf[0],data};
vErrors = add(vErrors, [err22]);
errors++;
}
}
if(data.effect !== undefined){
let data10 = data.effect;
if(!((data10 === "prohibit") || (data10 === "cap-at-cost"))){
const err23 = {instancePath:instancePath+"/effect",schemaPath:"#/oneOf/0/properties/effect/enum",keyword:"enum",params:{allowedValues: schema23.oneOf[0].properties.effect.enum},schema:schema23.oneOf[0].properties.effect.enum,parentSchema:schema23.oneOf[0].properties.effect,data:data10};
vErrors = add(vErrors, [err23]);
errors++;
}
}
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "cap-at-share"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.percent === undefined){
const err24 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "percent"},schema:schema23.oneOf[1].required,parentSchema:schema23.oneOf[1],data};
vErrors = add(vErrors, [err24]);
errors++;
}
for(const key2 in data){
if(!(func2.call(schema23.oneOf[1].properties, key2))){
const err25 = {instancePath,schemaPath:"#/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema23.oneOf[1],data};
vErrors = add(vErrors, [err25]);
errors++;
}
}
if(data.effect !== undefined){
let data11 = data.effect;
if(!((data11 === "cap-at-share") || (data11 === "cap-at-share-or-cost"))){
const err26 = {instancePath:instancePath+"/effect",schemaPath:"#/oneOf/1/properties/effect/enum",keyword:"enum",params:{allowedValues: schema23.oneOf[1].properties.effect.enum},schema:schema23.oneOf[1].properties.effect.enum,parentSchema:schema23.oneOf[1].properties.effect,data:data11};
vErrors = add(vErrors, [err26]);
errors++;
}
}
if(data.percent !== undefined){
if(!(validate7(data.percent, {instancePath:instancePath+"/percent",parentData:data,parentDataProperty:"percent",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate7.errors);
errors = vErrors.length;
}
}
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "cap-at-share-or-cost"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.percent === undefined){
const err27 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "percent"},schema:schema23.oneOf[1].required,parentSchema:schema23.oneOf[1],data};
vErrors = add(vErrors, [err27]);
errors++;
}
for(const key3 in data){
if(!(func2.call(schema23.oneOf[1].properties, key3))){
const err28 = {instancePath,schemaPath:"#/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema23.oneOf[1],data};
vErrors = add(vErrors, [err28]);
errors++;
}
}
if(data.effect !== undefined){
let data13 = data.effect;
if(!((data13 === "cap-at-share") || (data13 === "cap-at-share-or-cost"))){
const err29 = {instancePath:instancePath+"/effect",schemaPath:"#/oneOf/1/properties/effect/enum",keyword:"enum",params:{allowedValues: schema23.oneOf[1].properties.effect.enum},schema:schema23.oneOf[1].properties.effect.enum,parentSchema:schema23.oneOf[1].properties.effect,data:data13};
vErrors = add(vErrors, [err29]);
errors++;
}
}
if(data.percent !== undefined){
if(!(validate7(data.percent, {instancePath:instancePath+"/percent",parentData:data,parentDataProperty:"percent",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate7.errors);
errors = vErrors.length;
}
}
}
if(props0 !== true){
props0 = true;
}
}
else {
const err30 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "effect", tagValue: tag0},schema:schema23.discriminator,parentSchema:schema23,data};
vErrors = add(vErrors, [err30]);
errors++;
}
}
else {
const err31 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "effect", tagValue: tag0},schema:schema23.discriminator,parentSchema:schema23,data};
vErrors = add(vErrors, [err31]);
errors++;
}
}
else {
const err32 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema23.type,parentSchema:schema23,data};
vErrors = add(vErrors, [err32]);
errors++;
}
validate75.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate75.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate74(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="eligibility" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate74.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "rules") || (key0 === "countries")) || (key0 === "waivedBy"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema22,data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
if(data.rules !== undefined){
let data0 = data.rules;
const _errs3 = errors;
let valid1 = false;
let passing0 = null;
const _errs4 = errors;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/oneOf/0/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema22.properties.rules.oneOf[0],data:data0};
vErrors = add(vErrors, [err1]);
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate75(data0[i0], {instancePath:instancePath+"/rules/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate75.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/oneOf/0/type",keyword:"type",params:{type: "array"},schema:schema22.properties.rules.oneOf[0].type,parentSchema:schema22.properties.rules.oneOf[0],data:data0};
vErrors = add(vErrors, [err2]);
errors++;
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs7 = errors;
if(!(data0 === "illustrative")){
const err3 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/oneOf/1/enum",keyword:"enum",params:{allowedValues: schema22.properties.rules.oneOf[1].enum},schema:schema22.properties.rules.oneOf[1].enum,parentSchema:schema22.properties.rules.oneOf[1],data:data0};
vErrors = add(vErrors, [err3]);
errors++;
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err4 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema22.properties.rules.oneOf,parentSchema:schema22.properties.rules,data:data0};
vErrors = add(vErrors, [err4]);
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
if(data.countries !== undefined){
let data2 = data.countries;
if(Array.isArray(data2)){
if(data2.length < 1){
const err5 = {instancePath:instancePath+"/countries",schemaPath:"#/properties/countries/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema22.properties.countries,data:data2};
vErrors = add(vErrors, [err5]);
errors++;
}
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
if(typeof data3 === "string"){
if(!pattern9.test(data3)){
const err6 = {instancePath:instancePath+"/countries/" + i1,schemaPath:"#/properties/countries/items/pattern",keyword:"pattern",params:{pattern: "^[0-9]{3}$"},schema:"^[0-9]{3}$",parentSchema:schema22.properties.countries.items,data:data3};
vErrors = add(vErrors, [err6]);
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/countries/" + i1,schemaPath:"#/properties/countries/items/type",keyword:"type",params:{type: "string"},schema:schema22.properties.countries.items.type,parentSchema:schema22.properties.countries.items,data:data3};
vErrors = add(vErrors, [err7]);
errors++;
}
}
let i2 = data2.length;
let j0;
if(i2 > 1){
const indices0 = {};
for(;i2--;){
let item0 = data2[i2];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err8 = {instancePath:instancePath+"/countries",schemaPath:"#/properties/countries/uniqueItems",keyword:"uniqueItems",params:{i: i2, j: j0},schema:true,parentSchema:schema22.properties.countries,data:data2};
vErrors = add(vErrors, [err8]);
errors++;
break;
}
indices0[item0] = i2;
}
}
}
else {
const err9 = {instancePath:instancePath+"/countries",schemaPath:"#/properties/countries/type",keyword:"type",params:{type: "array"},schema:schema22.properties.countries.type,parentSchema:schema22.properties.countries,data:data2};
vErrors = add(vErrors, [err9]);
errors++;
}
}
if(data.waivedBy !== undefined){
let data4 = data.waivedBy;
if(Array.isArray(data4)){
if(data4.length < 1){
const err10 = {instancePath:instancePath+"/waivedBy",schemaPath:"#/properties/waivedBy/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema22.properties.waivedBy,data:data4};
vErrors = add(vErrors, [err10]);
errors++;
}
const len2 = data4.length;
for(let i3=0; i3<len2; i3++){
let data5 = data4[i3];
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
const err11 = {instancePath:instancePath+"/waivedBy/" + i3,schemaPath:"#/properties/waivedBy/items/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema22.properties.waivedBy.items,data:data5};
vErrors = add(vErrors, [err11]);
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/waivedBy/" + i3,schemaPath:"#/properties/waivedBy/items/type",keyword:"type",params:{type: "string"},schema:schema22.properties.waivedBy.items.type,parentSchema:schema22.properties.waivedBy.items,data:data5};
vErrors = add(vErrors, [err12]);
errors++;
}
}
let i4 = data4.length;
let j1;
if(i4 > 1){
const indices1 = {};
for(;i4--;){
let item1 = data4[i4];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
const err13 = {instancePath:instancePath+"/waivedBy",schemaPath:"#/properties/waivedBy/uniqueItems",keyword:"uniqueItems",params:{i: i4, j: j1},schema:true,parentSchema:schema22.properties.waivedBy,data:data4};
vErrors = add(vErrors, [err13]);
errors++;
break;
}
indices1[item1] = i4;
}
}
}
else {
const err14 = {instancePath:instancePath+"/waivedBy",schemaPath:"#/properties/waivedBy/type",keyword:"type",params:{type: "array"},schema:schema22.properties.waivedBy.type,parentSchema:schema22.properties.waivedBy,data:data4};
vErrors = add(vErrors, [err14]);
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema22.type,parentSchema:schema22,data};
vErrors = add(vErrors, [err15]);
errors++;
}
validate74.errors = vErrors;
return errors === 0;
}
validate74.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema25 = {"description":"How the parts of a multi-pay total are priced.","type":"object","properties":{"fixed":{"description":"Whether each payment has the fixed parts of the fee in full, or a share of them.","type":"string","enum":["each","shared"],"default":"each"},"cap":{"description":"Whether each payment has a cap in US dollars in full, or a share of it.","type":"string","enum":["each","shared"],"default":"each"}},"additionalProperties":false,"$id":"multiPay"};

function validate84(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="multiPay" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate84.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "fixed") || (key0 === "cap"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema25,data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
if(data.fixed !== undefined){
let data0 = data.fixed;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/fixed",schemaPath:"#/properties/fixed/type",keyword:"type",params:{type: "string"},schema:schema25.properties.fixed.type,parentSchema:schema25.properties.fixed,data:data0};
vErrors = add(vErrors, [err1]);
errors++;
}
if(!((data0 === "each") || (data0 === "shared"))){
const err2 = {instancePath:instancePath+"/fixed",schemaPath:"#/properties/fixed/enum",keyword:"enum",params:{allowedValues: schema25.properties.fixed.enum},schema:schema25.properties.fixed.enum,parentSchema:schema25.properties.fixed,data:data0};
vErrors = add(vErrors, [err2]);
errors++;
}
}
if(data.cap !== undefined){
let data1 = data.cap;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/cap",schemaPath:"#/properties/cap/type",keyword:"type",params:{type: "string"},schema:schema25.properties.cap.type,parentSchema:schema25.properties.cap,data:data1};
vErrors = add(vErrors, [err3]);
errors++;
}
if(!((data1 === "each") || (data1 === "shared"))){
const err4 = {instancePath:instancePath+"/cap",schemaPath:"#/properties/cap/enum",keyword:"enum",params:{allowedValues: schema25.properties.cap.enum},schema:schema25.properties.cap.enum,parentSchema:schema25.properties.cap,data:data1};
vErrors = add(vErrors, [err4]);
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema25.type,parentSchema:schema25,data};
vErrors = add(vErrors, [err5]);
errors++;
}
validate84.errors = vErrors;
return errors === 0;
}
validate84.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema26 = {"description":"How the fee is rounded: once, after its limits.","type":"object","properties":{"mode":{"description":"How a fee between two units is rounded.","type":"string","enum":["half-up","half-even","half-down","up","down"],"default":"half-up"},"decimals":{"description":"The decimals of a fee in US dollars: 2 for cents.","type":"integer","minimum":0,"maximum":6,"default":2}},"additionalProperties":false,"$id":"rounding"};

function validate86(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="rounding" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate86.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "mode") || (key0 === "decimals"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema26,data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
if(data.mode !== undefined){
let data0 = data.mode;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/type",keyword:"type",params:{type: "string"},schema:schema26.properties.mode.type,parentSchema:schema26.properties.mode,data:data0};
vErrors = add(vErrors, [err1]);
errors++;
}
if(!(((((data0 === "half-up") || (data0 === "half-even")) || (data0 === "half-down")) || (data0 === "up")) || (data0 === "down"))){
const err2 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/enum",keyword:"enum",params:{allowedValues: schema26.properties.mode.enum},schema:schema26.properties.mode.enum,parentSchema:schema26.properties.mode,data:data0};
vErrors = add(vErrors, [err2]);
errors++;
}
}
if(data.decimals !== undefined){
let data1 = data.decimals;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/decimals",schemaPath:"#/properties/decimals/type",keyword:"type",params:{type: "integer"},schema:schema26.properties.decimals.type,parentSchema:schema26.properties.decimals,data:data1};
vErrors = add(vErrors, [err3]);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 6 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/decimals",schemaPath:"#/properties/decimals/maximum",keyword:"maximum",params:{comparison: "<=", limit: 6},schema:6,parentSchema:schema26.properties.decimals,data:data1};
vErrors = add(vErrors, [err4]);
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/decimals",schemaPath:"#/properties/decimals/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema26.properties.decimals,data:data1};
vErrors = add(vErrors, [err5]);
errors++;
}
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema26.type,parentSchema:schema26,data};
vErrors = add(vErrors, [err6]);
errors++;
}
validate86.errors = vErrors;
return errors === 0;
}
validate86.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema27 = {"description":"Faults of the calls of this merchant, for a mock; the first rule that matches a call applies.","type":"array","items":{"type":"object","properties":{"when":{"$ref":"condition"},"then":{"$ref":"fault"}},"required":["then"],"additionalProperties":false},"minItems":1,"$id":"faults"};
const schema28 = {"description":"The calls that meet all of these conditions; all calls by default.","type":"object","properties":{"path":{"description":"Calls to this path.","type":"string","enum":["/v1/ch","/v1/ch/sale"]},"amount":{"description":"Calls with this amount in US dollars; \"13.370\" equals 13.37.","anyOf":[{"type":"number","minimum":0,"x-expected":"US dollars, 0 or more, such as \"13.37\""},{"type":"string","pattern":"^[0-9]+(?:\\.[0-9]+)?$","maxLength":20,"x-expected":"US dollars, 0 or more, such as \"13.37\"","examples":["13.37"]}]},"body":{"description":"Calls whose fields have these values; a list equals each value in it.","type":"object","minProperties":1,"x-expected":"a mapping of at least one","additionalProperties":{"description":"The value of the field.","anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean","x-expected":"a text, a number, true or false"}]}},"every":{"description":"Only every Nth of these calls.","type":"integer","minimum":1,"maximum":1000000},"probability":{"description":"Only this share of these calls, at random, from 0 to 1.","type":"number","minimum":0,"maximum":1,"x-expected":"a number from 0 to 1"},"times":{"description":"Only the first N of these calls.","type":"integer","minimum":1,"maximum":1000000}},"additionalProperties":false,"$id":"condition"};
const pattern15 = new RegExp("^[0-9]+(?:\\.[0-9]+)?$", "u");

function validate89(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="condition" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate89.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((key0 === "path") || (key0 === "amount")) || (key0 === "body")) || (key0 === "every")) || (key0 === "probability")) || (key0 === "times"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema28,data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
if(data.path !== undefined){
let data0 = data.path;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},schema:schema28.properties.path.type,parentSchema:schema28.properties.path,data:data0};
vErrors = add(vErrors, [err1]);
errors++;
}
if(!((data0 === "/v1/ch") || (data0 === "/v1/ch/sale"))){
const err2 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/enum",keyword:"enum",params:{allowedValues: schema28.properties.path.enum},schema:schema28.properties.path.enum,parentSchema:schema28.properties.path,data:data0};
vErrors = add(vErrors, [err2]);
errors++;
}
}
if(data.amount !== undefined){
let data1 = data.amount;
const _errs5 = errors;
let valid1 = false;
const _errs6 = errors;
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/anyOf/0/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema28.properties.amount.anyOf[0],data:data1};
vErrors = add(vErrors, [err3]);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/anyOf/0/type",keyword:"type",params:{type: "number"},schema:schema28.properties.amount.anyOf[0].type,parentSchema:schema28.properties.amount.anyOf[0],data:data1};
vErrors = add(vErrors, [err4]);
errors++;
}
var _valid0 = _errs6 === errors;
valid1 = valid1 || _valid0;
const _errs8 = errors;
if(typeof data1 === "string"){
if(func0(data1) > 20){
const err5 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/anyOf/1/maxLength",keyword:"maxLength",params:{limit: 20},schema:20,parentSchema:schema28.properties.amount.anyOf[1],data:data1};
vErrors = add(vErrors, [err5]);
errors++;
}
if(!pattern15.test(data1)){
const err6 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/anyOf/1/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(?:\\.[0-9]+)?$"},schema:"^[0-9]+(?:\\.[0-9]+)?$",parentSchema:schema28.properties.amount.anyOf[1],data:data1};
vErrors = add(vErrors, [err6]);
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/anyOf/1/type",keyword:"type",params:{type: "string"},schema:schema28.properties.amount.anyOf[1].type,parentSchema:schema28.properties.amount.anyOf[1],data:data1};
vErrors = add(vErrors, [err7]);
errors++;
}
var _valid0 = _errs8 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err8 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/anyOf",keyword:"anyOf",params:{},schema:schema28.properties.amount.anyOf,parentSchema:schema28.properties.amount,data:data1};
vErrors = add(vErrors, [err8]);
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
}
if(data.body !== undefined){
let data2 = data.body;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length < 1){
const err9 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/minProperties",keyword:"minProperties",params:{limit: 1},schema:1,parentSchema:schema28.properties.body,data:data2};
vErrors = add(vErrors, [err9]);
errors++;
}
for(const key1 in data2){
let data3 = data2[key1];
const _errs14 = errors;
let valid3 = false;
const _errs15 = errors;
if(typeof data3 !== "string"){
const err10 = {instancePath:instancePath+"/body/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/body/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},schema:schema28.properties.body.additionalProperties.anyOf[0].type,parentSchema:schema28.properties.body.additionalProperties.anyOf[0],data:data3};
vErrors = add(vErrors, [err10]);
errors++;
}
var _valid1 = _errs15 === errors;
valid3 = valid3 || _valid1;
const _errs17 = errors;
if(!((typeof data3 == "number") && (isFinite(data3)))){
const err11 = {instancePath:instancePath+"/body/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/body/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},schema:schema28.properties.body.additionalProperties.anyOf[1].type,parentSchema:schema28.properties.body.additionalProperties.anyOf[1],data:data3};
vErrors = add(vErrors, [err11]);
errors++;
}
var _valid1 = _errs17 === errors;
valid3 = valid3 || _valid1;
const _errs19 = errors;
if(typeof data3 !== "boolean"){
const err12 = {instancePath:instancePath+"/body/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/body/additionalProperties/anyOf/2/type",keyword:"type",params:{type: "boolean"},schema:schema28.properties.body.additionalProperties.anyOf[2].type,parentSchema:schema28.properties.body.additionalProperties.anyOf[2],data:data3};
vErrors = add(vErrors, [err12]);
errors++;
}
var _valid1 = _errs19 === errors;
valid3 = valid3 || _valid1;
if(!valid3){
const err13 = {instancePath:instancePath+"/body/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/body/additionalProperties/anyOf",keyword:"anyOf",params:{},schema:schema28.properties.body.additionalProperties.anyOf,parentSchema:schema28.properties.body.additionalProperties,data:data3};
vErrors = add(vErrors, [err13]);
errors++;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err14 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: "object"},schema:schema28.properties.body.type,parentSchema:schema28.properties.body,data:data2};
vErrors = add(vErrors, [err14]);
errors++;
}
}
if(data.every !== undefined){
let data4 = data.every;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err15 = {instancePath:instancePath+"/every",schemaPath:"#/properties/every/type",keyword:"type",params:{type: "integer"},schema:schema28.properties.every.type,parentSchema:schema28.properties.every,data:data4};
vErrors = add(vErrors, [err15]);
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 1000000 || isNaN(data4)){
const err16 = {instancePath:instancePath+"/every",schemaPath:"#/properties/every/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},schema:1000000,parentSchema:schema28.properties.every,data:data4};
vErrors = add(vErrors, [err16]);
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err17 = {instancePath:instancePath+"/every",schemaPath:"#/properties/every/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema28.properties.every,data:data4};
vErrors = add(vErrors, [err17]);
errors++;
}
}
}
if(data.probability !== undefined){
let data5 = data.probability;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1 || isNaN(data5)){
const err18 = {instancePath:instancePath+"/probability",schemaPath:"#/properties/probability/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema28.properties.probability,data:data5};
vErrors = add(vErrors, [err18]);
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err19 = {instancePath:instancePath+"/probability",schemaPath:"#/properties/probability/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema28.properties.probability,data:data5};
vErrors = add(vErrors, [err19]);
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/probability",schemaPath:"#/properties/probability/type",keyword:"type",params:{type: "number"},schema:schema28.properties.probability.type,parentSchema:schema28.properties.probability,data:data5};
vErrors = add(vErrors, [err20]);
errors++;
}
}
if(data.times !== undefined){
let data6 = data.times;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err21 = {instancePath:instancePath+"/times",schemaPath:"#/properties/times/type",keyword:"type",params:{type: "integer"},schema:schema28.properties.times.type,parentSchema:schema28.properties.times,data:data6};
vErrors = add(vErrors, [err21]);
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1000000 || isNaN(data6)){
const err22 = {instancePath:instancePath+"/times",schemaPath:"#/properties/times/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},schema:1000000,parentSchema:schema28.properties.times,data:data6};
vErrors = add(vErrors, [err22]);
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err23 = {instancePath:instancePath+"/times",schemaPath:"#/properties/times/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema28.properties.times,data:data6};
vErrors = add(vErrors, [err23]);
errors++;
}
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema28.type,parentSchema:schema28,data};
vErrors = add(vErrors, [err24]);
errors++;
}
validate89.errors = vErrors;
return errors === 0;
}
validate89.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema29 = {"description":"The fault of those calls: one kind, a latency, or both.","type":"object","properties":{"latency":{"description":"Delays the response by this time, in milliseconds.","type":"integer","minimum":0,"maximum":600000},"jitter":{"description":"Varies the latency at random by up to this time, in milliseconds.","type":"integer","minimum":0,"maximum":600000},"status":{"description":"Refuses the call with this status, and does not carry it out.","type":"integer","minimum":400,"maximum":599},"retry-after":{"description":"Sets Retry-After of that refusal, in seconds; 1 by default for 429.","type":"integer","minimum":0,"maximum":86400},"reset":{"description":"Resets the connection before the first byte of the response. Before the call is carried out (the same as true), or after it.","enum":[true,"before","after"]},"hang":{"description":"Sends no response and keeps the connection open. Before the call is carried out (the same as true), or after it.","enum":[true,"before","after"]},"truncated":{"description":"Ends the connection in the middle of the body.","const":true},"malformed":{"description":"Sends a body that is not JSON.","const":true},"empty":{"description":"Sends an empty body.","const":true},"close":{"description":"Ends the connection after the response.","const":true},"refuse":{"description":"Refuses a valid call, in the form of the choices refusal and refusal-status.","const":true},"message":{"description":"Sends this message in place of ok; the call is carried out.","type":"string","pattern":"\\S","examples":["declined"]},"no-fields":{"description":"Refuses the call with status 200 and the body {}, without carrying it out.","const":true},"zero-fee":{"description":"Sends a transactionFee of 0; the call is carried out.","const":true},"slow-body":{"description":"Sends the body at this speed, in bytes per second.","type":"integer","minimum":1,"maximum":1000000000},"truncated-gzip":{"description":"Sends the body in gzip, without its end.","const":true},"content-length":{"description":"Announces more than the body (long): the client waits; or half of it (short).","type":"string","enum":["long","short"]},"single-bytes":{"description":"Sends the body in single bytes, one each millisecond.","const":true},"no-content":{"description":"Sends status 204, which has no body; the call is carried out.","const":true},"duplicate-header":{"description":"Sends the header Content-Type twice.","const":true}},"additionalProperties":false,"dependentRequired":{"jitter":["latency"],"retry-after":["status"]},"anyOf":[{"required":["status"]},{"required":["reset"]},{"required":["hang"]},{"required":["truncated"]},{"required":["malformed"]},{"required":["empty"]},{"required":["close"]},{"required":["refuse"]},{"required":["message"]},{"required":["no-fields"]},{"required":["zero-fee"]},{"required":["slow-body"]},{"required":["truncated-gzip"]},{"required":["content-length"]},{"required":["single-bytes"]},{"required":["no-content"]},{"required":["duplicate-header"]},{"required":["latency"]}],"oneOf":[{"required":["status"]},{"required":["reset"]},{"required":["hang"]},{"required":["truncated"]},{"required":["malformed"]},{"required":["empty"]},{"required":["close"]},{"required":["refuse"]},{"required":["message"]},{"required":["no-fields"]},{"required":["zero-fee"]},{"required":["slow-body"]},{"required":["truncated-gzip"]},{"required":["content-length"]},{"required":["single-bytes"]},{"required":["no-content"]},{"required":["duplicate-header"]},{"not":{"anyOf":[{"required":["status"]},{"required":["reset"]},{"required":["hang"]},{"required":["truncated"]},{"required":["malformed"]},{"required":["empty"]},{"required":["close"]},{"required":["refuse"]},{"required":["message"]},{"required":["no-fields"]},{"required":["zero-fee"]},{"required":["slow-body"]},{"required":["truncated-gzip"]},{"required":["content-length"]},{"required":["single-bytes"]},{"required":["no-content"]},{"required":["duplicate-header"]}]}}],"$id":"fault"};

function validate91(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="fault" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate91.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = false;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: "status"},schema:schema29.anyOf[0].required,parentSchema:schema29.anyOf[0],data};
vErrors = add(vErrors, [err0]);
errors++;
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.reset === undefined){
const err1 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "reset"},schema:schema29.anyOf[1].required,parentSchema:schema29.anyOf[1],data};
vErrors = add(vErrors, [err1]);
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.hang === undefined){
const err2 = {instancePath,schemaPath:"#/anyOf/2/required",keyword:"required",params:{missingProperty: "hang"},schema:schema29.anyOf[2].required,parentSchema:schema29.anyOf[2],data};
vErrors = add(vErrors, [err2]);
errors++;
}
}
var _valid0 = _errs4 === errors;
valid0 = valid0 || _valid0;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.truncated === undefined){
const err3 = {instancePath,schemaPath:"#/anyOf/3/required",keyword:"required",params:{missingProperty: "truncated"},schema:schema29.anyOf[3].required,parentSchema:schema29.anyOf[3],data};
vErrors = add(vErrors, [err3]);
errors++;
}
}
var _valid0 = _errs5 === errors;
valid0 = valid0 || _valid0;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.malformed === undefined){
const err4 = {instancePath,schemaPath:"#/anyOf/4/required",keyword:"required",params:{missingProperty: "malformed"},schema:schema29.anyOf[4].required,parentSchema:schema29.anyOf[4],data};
vErrors = add(vErrors, [err4]);
errors++;
}
}
var _valid0 = _errs6 === errors;
valid0 = valid0 || _valid0;
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.empty === undefined){
const err5 = {instancePath,schemaPath:"#/anyOf/5/required",keyword:"required",params:{missingProperty: "empty"},schema:schema29.anyOf[5].required,parentSchema:schema29.anyOf[5],data};
vErrors = add(vErrors, [err5]);
errors++;
}
}
var _valid0 = _errs7 === errors;
valid0 = valid0 || _valid0;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.close === undefined){
const err6 = {instancePath,schemaPath:"#/anyOf/6/required",keyword:"required",params:{missingProperty: "close"},schema:schema29.anyOf[6].required,parentSchema:schema29.anyOf[6],data};
vErrors = add(vErrors, [err6]);
errors++;
}
}
var _valid0 = _errs8 === errors;
valid0 = valid0 || _valid0;
const _errs9 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.refuse === undefined){
const err7 = {instancePath,schemaPath:"#/anyOf/7/required",keyword:"required",params:{missingProperty: "refuse"},schema:schema29.anyOf[7].required,parentSchema:schema29.anyOf[7],data};
vErrors = add(vErrors, [err7]);
errors++;
}
}
var _valid0 = _errs9 === errors;
valid0 = valid0 || _valid0;
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.message === undefined){
const err8 = {instancePath,schemaPath:"#/anyOf/8/required",keyword:"required",params:{missingProperty: "message"},schema:schema29.anyOf[8].required,parentSchema:schema29.anyOf[8],data};
vErrors = add(vErrors, [err8]);
errors++;
}
}
var _valid0 = _errs10 === errors;
valid0 = valid0 || _valid0;
const _errs11 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["no-fields"] === undefined){
const err9 = {instancePath,schemaPath:"#/anyOf/9/required",keyword:"required",params:{missingProperty: "no-fields"},schema:schema29.anyOf[9].required,parentSchema:schema29.anyOf[9],data};
vErrors = add(vErrors, [err9]);
errors++;
}
}
var _valid0 = _errs11 === errors;
valid0 = valid0 || _valid0;
const _errs12 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["zero-fee"] === undefined){
const err10 = {instancePath,schemaPath:"#/anyOf/10/required",keyword:"required",params:{missingProperty: "zero-fee"},schema:schema29.anyOf[10].required,parentSchema:schema29.anyOf[10],data};
vErrors = add(vErrors, [err10]);
errors++;
}
}
var _valid0 = _errs12 === errors;
valid0 = valid0 || _valid0;
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["slow-body"] === undefined){
const err11 = {instancePath,schemaPath:"#/anyOf/11/required",keyword:"required",params:{missingProperty: "slow-body"},schema:schema29.anyOf[11].required,parentSchema:schema29.anyOf[11],data};
vErrors = add(vErrors, [err11]);
errors++;
}
}
var _valid0 = _errs13 === errors;
valid0 = valid0 || _valid0;
const _errs14 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["truncated-gzip"] === undefined){
const err12 = {instancePath,schemaPath:"#/anyOf/12/required",keyword:"required",params:{missingProperty: "truncated-gzip"},schema:schema29.anyOf[12].required,parentSchema:schema29.anyOf[12],data};
vErrors = add(vErrors, [err12]);
errors++;
}
}
var _valid0 = _errs14 === errors;
valid0 = valid0 || _valid0;
const _errs15 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["content-length"] === undefined){
const err13 = {instancePath,schemaPath:"#/anyOf/13/required",keyword:"required",params:{missingProperty: "content-length"},schema:schema29.anyOf[13].required,parentSchema:schema29.anyOf[13],data};
vErrors = add(vErrors, [err13]);
errors++;
}
}
var _valid0 = _errs15 === errors;
valid0 = valid0 || _valid0;
const _errs16 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["single-bytes"] === undefined){
const err14 = {instancePath,schemaPath:"#/anyOf/14/required",keyword:"required",params:{missingProperty: "single-bytes"},schema:schema29.anyOf[14].required,parentSchema:schema29.anyOf[14],data};
vErrors = add(vErrors, [err14]);
errors++;
}
}
var _valid0 = _errs16 === errors;
valid0 = valid0 || _valid0;
const _errs17 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["no-content"] === undefined){
const err15 = {instancePath,schemaPath:"#/anyOf/15/required",keyword:"required",params:{missingProperty: "no-content"},schema:schema29.anyOf[15].required,parentSchema:schema29.anyOf[15],data};
vErrors = add(vErrors, [err15]);
errors++;
}
}
var _valid0 = _errs17 === errors;
valid0 = valid0 || _valid0;
const _errs18 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["duplicate-header"] === undefined){
const err16 = {instancePath,schemaPath:"#/anyOf/16/required",keyword:"required",params:{missingProperty: "duplicate-header"},schema:schema29.anyOf[16].required,parentSchema:schema29.anyOf[16],data};
vErrors = add(vErrors, [err16]);
errors++;
}
}
var _valid0 = _errs18 === errors;
valid0 = valid0 || _valid0;
const _errs19 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.latency === undefined){
const err17 = {instancePath,schemaPath:"#/anyOf/17/required",keyword:"required",params:{missingProperty: "latency"},schema:schema29.anyOf[17].required,parentSchema:schema29.anyOf[17],data};
vErrors = add(vErrors, [err17]);
errors++;
}
}
var _valid0 = _errs19 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err18 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},schema:schema29.anyOf,parentSchema:schema29,data};
vErrors = add(vErrors, [err18]);
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
const _errs20 = errors;
let valid1 = false;
let passing0 = null;
const _errs21 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err19 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "status"},schema:schema29.oneOf[0].required,parentSchema:schema29.oneOf[0],data};
vErrors = add(vErrors, [err19]);
errors++;
}
}
var _valid1 = _errs21 === errors;
if(_valid1){
valid1 = true;
passing0 = 0;
}
const _errs22 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.reset === undefined){
const err20 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "reset"},schema:schema29.oneOf[1].required,parentSchema:schema29.oneOf[1],data};
vErrors = add(vErrors, [err20]);
errors++;
}
}
var _valid1 = _errs22 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid1){
valid1 = true;
passing0 = 1;
}
const _errs23 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.hang === undefined){
const err21 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "hang"},schema:schema29.oneOf[2].required,parentSchema:schema29.oneOf[2],data};
vErrors = add(vErrors, [err21]);
errors++;
}
}
var _valid1 = _errs23 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 2];
}
else {
if(_valid1){
valid1 = true;
passing0 = 2;
}
const _errs24 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.truncated === undefined){
const err22 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "truncated"},schema:schema29.oneOf[3].required,parentSchema:schema29.oneOf[3],data};
vErrors = add(vErrors, [err22]);
errors++;
}
}
var _valid1 = _errs24 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 3];
}
else {
if(_valid1){
valid1 = true;
passing0 = 3;
}
const _errs25 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.malformed === undefined){
const err23 = {instancePath,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty: "malformed"},schema:schema29.oneOf[4].required,parentSchema:schema29.oneOf[4],data};
vErrors = add(vErrors, [err23]);
errors++;
}
}
var _valid1 = _errs25 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 4];
}
else {
if(_valid1){
valid1 = true;
passing0 = 4;
}
const _errs26 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.empty === undefined){
const err24 = {instancePath,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty: "empty"},schema:schema29.oneOf[5].required,parentSchema:schema29.oneOf[5],data};
vErrors = add(vErrors, [err24]);
errors++;
}
}
var _valid1 = _errs26 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 5];
}
else {
if(_valid1){
valid1 = true;
passing0 = 5;
}
const _errs27 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.close === undefined){
const err25 = {instancePath,schemaPath:"#/oneOf/6/required",keyword:"required",params:{missingProperty: "close"},schema:schema29.oneOf[6].required,parentSchema:schema29.oneOf[6],data};
vErrors = add(vErrors, [err25]);
errors++;
}
}
var _valid1 = _errs27 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 6];
}
else {
if(_valid1){
valid1 = true;
passing0 = 6;
}
const _errs28 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.refuse === undefined){
const err26 = {instancePath,schemaPath:"#/oneOf/7/required",keyword:"required",params:{missingProperty: "refuse"},schema:schema29.oneOf[7].required,parentSchema:schema29.oneOf[7],data};
vErrors = add(vErrors, [err26]);
errors++;
}
}
var _valid1 = _errs28 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 7];
}
else {
if(_valid1){
valid1 = true;
passing0 = 7;
}
const _errs29 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.message === undefined){
const err27 = {instancePath,schemaPath:"#/oneOf/8/required",keyword:"required",params:{missingProperty: "message"},schema:schema29.oneOf[8].required,parentSchema:schema29.oneOf[8],data};
vErrors = add(vErrors, [err27]);
errors++;
}
}
var _valid1 = _errs29 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 8];
}
else {
if(_valid1){
valid1 = true;
passing0 = 8;
}
const _errs30 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["no-fields"] === undefined){
const err28 = {instancePath,schemaPath:"#/oneOf/9/required",keyword:"required",params:{missingProperty: "no-fields"},schema:schema29.oneOf[9].required,parentSchema:schema29.oneOf[9],data};
vErrors = add(vErrors, [err28]);
errors++;
}
}
var _valid1 = _errs30 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 9];
}
else {
if(_valid1){
valid1 = true;
passing0 = 9;
}
const _errs31 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["zero-fee"] === undefined){
const err29 = {instancePath,schemaPath:"#/oneOf/10/required",keyword:"required",params:{missingProperty: "zero-fee"},schema:schema29.oneOf[10].required,parentSchema:schema29.oneOf[10],data};
vErrors = add(vErrors, [err29]);
errors++;
}
}
var _valid1 = _errs31 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 10];
}
else {
if(_valid1){
valid1 = true;
passing0 = 10;
}
const _errs32 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["slow-body"] === undefined){
const err30 = {instancePath,schemaPath:"#/oneOf/11/required",keyword:"required",params:{missingProperty: "slow-body"},schema:schema29.oneOf[11].required,parentSchema:schema29.oneOf[11],data};
vErrors = add(vErrors, [err30]);
errors++;
}
}
var _valid1 = _errs32 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 11];
}
else {
if(_valid1){
valid1 = true;
passing0 = 11;
}
const _errs33 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["truncated-gzip"] === undefined){
const err31 = {instancePath,schemaPath:"#/oneOf/12/required",keyword:"required",params:{missingProperty: "truncated-gzip"},schema:schema29.oneOf[12].required,parentSchema:schema29.oneOf[12],data};
vErrors = add(vErrors, [err31]);
errors++;
}
}
var _valid1 = _errs33 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 12];
}
else {
if(_valid1){
valid1 = true;
passing0 = 12;
}
const _errs34 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["content-length"] === undefined){
const err32 = {instancePath,schemaPath:"#/oneOf/13/required",keyword:"required",params:{missingProperty: "content-length"},schema:schema29.oneOf[13].required,parentSchema:schema29.oneOf[13],data};
vErrors = add(vErrors, [err32]);
errors++;
}
}
var _valid1 = _errs34 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 13];
}
else {
if(_valid1){
valid1 = true;
passing0 = 13;
}
const _errs35 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["single-bytes"] === undefined){
const err33 = {instancePath,schemaPath:"#/oneOf/14/required",keyword:"required",params:{missingProperty: "single-bytes"},schema:schema29.oneOf[14].required,parentSchema:schema29.oneOf[14],data};
vErrors = add(vErrors, [err33]);
errors++;
}
}
var _valid1 = _errs35 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 14];
}
else {
if(_valid1){
valid1 = true;
passing0 = 14;
}
const _errs36 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["no-content"] === undefined){
const err34 = {instancePath,schemaPath:"#/oneOf/15/required",keyword:"required",params:{missingProperty: "no-content"},schema:schema29.oneOf[15].required,parentSchema:schema29.oneOf[15],data};
vErrors = add(vErrors, [err34]);
errors++;
}
}
var _valid1 = _errs36 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 15];
}
else {
if(_valid1){
valid1 = true;
passing0 = 15;
}
const _errs37 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["duplicate-header"] === undefined){
const err35 = {instancePath,schemaPath:"#/oneOf/16/required",keyword:"required",params:{missingProperty: "duplicate-header"},schema:schema29.oneOf[16].required,parentSchema:schema29.oneOf[16],data};
vErrors = add(vErrors, [err35]);
errors++;
}
}
var _valid1 = _errs37 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 16];
}
else {
if(_valid1){
valid1 = true;
passing0 = 16;
}
const _errs38 = errors;
const _errs39 = errors;
const _errs40 = errors;
const _errs41 = errors;
let valid3 = false;
const _errs42 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.status === undefined) && (missing0 = "status")){
const err36 = {};
vErrors = add(vErrors, [err36]);
errors++;
}
}
var _valid2 = _errs42 === errors;
valid3 = valid3 || _valid2;
const _errs43 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.reset === undefined) && (missing1 = "reset")){
const err37 = {};
vErrors = add(vErrors, [err37]);
errors++;
}
}
var _valid2 = _errs43 === errors;
valid3 = valid3 || _valid2;
const _errs44 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.hang === undefined) && (missing2 = "hang")){
const err38 = {};
vErrors = add(vErrors, [err38]);
errors++;
}
}
var _valid2 = _errs44 === errors;
valid3 = valid3 || _valid2;
const _errs45 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if((data.truncated === undefined) && (missing3 = "truncated")){
const err39 = {};
vErrors = add(vErrors, [err39]);
errors++;
}
}
var _valid2 = _errs45 === errors;
valid3 = valid3 || _valid2;
const _errs46 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing4;
if((data.malformed === undefined) && (missing4 = "malformed")){
const err40 = {};
vErrors = add(vErrors, [err40]);
errors++;
}
}
var _valid2 = _errs46 === errors;
valid3 = valid3 || _valid2;
const _errs47 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing5;
if((data.empty === undefined) && (missing5 = "empty")){
const err41 = {};
vErrors = add(vErrors, [err41]);
errors++;
}
}
var _valid2 = _errs47 === errors;
valid3 = valid3 || _valid2;
const _errs48 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing6;
if((data.close === undefined) && (missing6 = "close")){
const err42 = {};
vErrors = add(vErrors, [err42]);
errors++;
}
}
var _valid2 = _errs48 === errors;
valid3 = valid3 || _valid2;
const _errs49 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing7;
if((data.refuse === undefined) && (missing7 = "refuse")){
const err43 = {};
vErrors = add(vErrors, [err43]);
errors++;
}
}
var _valid2 = _errs49 === errors;
valid3 = valid3 || _valid2;
const _errs50 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing8;
if((data.message === undefined) && (missing8 = "message")){
const err44 = {};
vErrors = add(vErrors, [err44]);
errors++;
}
}
var _valid2 = _errs50 === errors;
valid3 = valid3 || _valid2;
const _errs51 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing9;
if((data["no-fields"] === undefined) && (missing9 = "no-fields")){
const err45 = {};
vErrors = add(vErrors, [err45]);
errors++;
}
}
var _valid2 = _errs51 === errors;
valid3 = valid3 || _valid2;
const _errs52 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing10;
if((data["zero-fee"] === undefined) && (missing10 = "zero-fee")){
const err46 = {};
vErrors = add(vErrors, [err46]);
errors++;
}
}
var _valid2 = _errs52 === errors;
valid3 = valid3 || _valid2;
const _errs53 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing11;
if((data["slow-body"] === undefined) && (missing11 = "slow-body")){
const err47 = {};
vErrors = add(vErrors, [err47]);
errors++;
}
}
var _valid2 = _errs53 === errors;
valid3 = valid3 || _valid2;
const _errs54 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing12;
if((data["truncated-gzip"] === undefined) && (missing12 = "truncated-gzip")){
const err48 = {};
vErrors = add(vErrors, [err48]);
errors++;
}
}
var _valid2 = _errs54 === errors;
valid3 = valid3 || _valid2;
const _errs55 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing13;
if((data["content-length"] === undefined) && (missing13 = "content-length")){
const err49 = {};
vErrors = add(vErrors, [err49]);
errors++;
}
}
var _valid2 = _errs55 === errors;
valid3 = valid3 || _valid2;
const _errs56 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing14;
if((data["single-bytes"] === undefined) && (missing14 = "single-bytes")){
const err50 = {};
vErrors = add(vErrors, [err50]);
errors++;
}
}
var _valid2 = _errs56 === errors;
valid3 = valid3 || _valid2;
const _errs57 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing15;
if((data["no-content"] === undefined) && (missing15 = "no-content")){
const err51 = {};
vErrors = add(vErrors, [err51]);
errors++;
}
}
var _valid2 = _errs57 === errors;
valid3 = valid3 || _valid2;
const _errs58 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing16;
if((data["duplicate-header"] === undefined) && (missing16 = "duplicate-header")){
const err52 = {};
vErrors = add(vErrors, [err52]);
errors++;
}
}
var _valid2 = _errs58 === errors;
valid3 = valid3 || _valid2;
if(!valid3){
const err53 = {};
vErrors = add(vErrors, [err53]);
errors++;
}
else {
errors = _errs41;
if(vErrors !== null){
if(_errs41){
vErrors.length = _errs41;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs40 === errors;
if(valid2){
const err54 = {instancePath,schemaPath:"#/oneOf/17/not",keyword:"not",params:{},schema:schema29.oneOf[17].not,parentSchema:schema29.oneOf[17],data};
vErrors = add(vErrors, [err54]);
errors++;
}
else {
errors = _errs39;
if(vErrors !== null){
if(_errs39){
vErrors.length = _errs39;
}
else {
vErrors = null;
}
}
}
var _valid1 = _errs38 === errors;
if(_valid1 && valid1){
valid1 = false;
passing0 = [passing0, 17];
}
else {
if(_valid1){
valid1 = true;
passing0 = 17;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
if(!valid1){
const err55 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema29.oneOf,parentSchema:schema29,data};
vErrors = add(vErrors, [err55]);
errors++;
}
else {
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema29.properties, key0))){
const err56 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema29,data};
vErrors = add(vErrors, [err56]);
errors++;
}
}
if(data.latency !== undefined){
let data0 = data.latency;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err57 = {instancePath:instancePath+"/latency",schemaPath:"#/properties/latency/type",keyword:"type",params:{type: "integer"},schema:schema29.properties.latency.type,parentSchema:schema29.properties.latency,data:data0};
vErrors = add(vErrors, [err57]);
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 600000 || isNaN(data0)){
const err58 = {instancePath:instancePath+"/latency",schemaPath:"#/properties/latency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},schema:600000,parentSchema:schema29.properties.latency,data:data0};
vErrors = add(vErrors, [err58]);
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err59 = {instancePath:instancePath+"/latency",schemaPath:"#/properties/latency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema29.properties.latency,data:data0};
vErrors = add(vErrors, [err59]);
errors++;
}
}
}
if(data.jitter !== undefined){
let data1 = data.jitter;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err60 = {instancePath:instancePath+"/jitter",schemaPath:"#/properties/jitter/type",keyword:"type",params:{type: "integer"},schema:schema29.properties.jitter.type,parentSchema:schema29.properties.jitter,data:data1};
vErrors = add(vErrors, [err60]);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 600000 || isNaN(data1)){
const err61 = {instancePath:instancePath+"/jitter",schemaPath:"#/properties/jitter/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},schema:600000,parentSchema:schema29.properties.jitter,data:data1};
vErrors = add(vErrors, [err61]);
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err62 = {instancePath:instancePath+"/jitter",schemaPath:"#/properties/jitter/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema29.properties.jitter,data:data1};
vErrors = add(vErrors, [err62]);
errors++;
}
}
}
if(data.status !== undefined){
let data2 = data.status;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err63 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "integer"},schema:schema29.properties.status.type,parentSchema:schema29.properties.status,data:data2};
vErrors = add(vErrors, [err63]);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 599 || isNaN(data2)){
const err64 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/maximum",keyword:"maximum",params:{comparison: "<=", limit: 599},schema:599,parentSchema:schema29.properties.status,data:data2};
vErrors = add(vErrors, [err64]);
errors++;
}
if(data2 < 400 || isNaN(data2)){
const err65 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/minimum",keyword:"minimum",params:{comparison: ">=", limit: 400},schema:400,parentSchema:schema29.properties.status,data:data2};
vErrors = add(vErrors, [err65]);
errors++;
}
}
}
if(data["retry-after"] !== undefined){
let data3 = data["retry-after"];
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err66 = {instancePath:instancePath+"/retry-after",schemaPath:"#/properties/retry-after/type",keyword:"type",params:{type: "integer"},schema:schema29.properties["retry-after"].type,parentSchema:schema29.properties["retry-after"],data:data3};
vErrors = add(vErrors, [err66]);
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 86400 || isNaN(data3)){
const err67 = {instancePath:instancePath+"/retry-after",schemaPath:"#/properties/retry-after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},schema:86400,parentSchema:schema29.properties["retry-after"],data:data3};
vErrors = add(vErrors, [err67]);
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err68 = {instancePath:instancePath+"/retry-after",schemaPath:"#/properties/retry-after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema29.properties["retry-after"],data:data3};
vErrors = add(vErrors, [err68]);
errors++;
}
}
}
if(data.reset !== undefined){
let data4 = data.reset;
if(!(((data4 === true) || (data4 === "before")) || (data4 === "after"))){
const err69 = {instancePath:instancePath+"/reset",schemaPath:"#/properties/reset/enum",keyword:"enum",params:{allowedValues: schema29.properties.reset.enum},schema:schema29.properties.reset.enum,parentSchema:schema29.properties.reset,data:data4};
vErrors = add(vErrors, [err69]);
errors++;
}
}
if(data.hang !== undefined){
let data5 = data.hang;
if(!(((data5 === true) || (data5 === "before")) || (data5 === "after"))){
const err70 = {instancePath:instancePath+"/hang",schemaPath:"#/properties/hang/enum",keyword:"enum",params:{allowedValues: schema29.properties.hang.enum},schema:schema29.properties.hang.enum,parentSchema:schema29.properties.hang,data:data5};
vErrors = add(vErrors, [err70]);
errors++;
}
}
if(data.truncated !== undefined){
let data6 = data.truncated;
if(true !== data6){
const err71 = {instancePath:instancePath+"/truncated",schemaPath:"#/properties/truncated/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties.truncated,data:data6};
vErrors = add(vErrors, [err71]);
errors++;
}
}
if(data.malformed !== undefined){
let data7 = data.malformed;
if(true !== data7){
const err72 = {instancePath:instancePath+"/malformed",schemaPath:"#/properties/malformed/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties.malformed,data:data7};
vErrors = add(vErrors, [err72]);
errors++;
}
}
if(data.empty !== undefined){
let data8 = data.empty;
if(true !== data8){
const err73 = {instancePath:instancePath+"/empty",schemaPath:"#/properties/empty/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties.empty,data:data8};
vErrors = add(vErrors, [err73]);
errors++;
}
}
if(data.close !== undefined){
let data9 = data.close;
if(true !== data9){
const err74 = {instancePath:instancePath+"/close",schemaPath:"#/properties/close/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties.close,data:data9};
vErrors = add(vErrors, [err74]);
errors++;
}
}
if(data.refuse !== undefined){
let data10 = data.refuse;
if(true !== data10){
const err75 = {instancePath:instancePath+"/refuse",schemaPath:"#/properties/refuse/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties.refuse,data:data10};
vErrors = add(vErrors, [err75]);
errors++;
}
}
if(data.message !== undefined){
let data11 = data.message;
if(typeof data11 === "string"){
if(!pattern0.test(data11)){
const err76 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema29.properties.message,data:data11};
vErrors = add(vErrors, [err76]);
errors++;
}
}
else {
const err77 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},schema:schema29.properties.message.type,parentSchema:schema29.properties.message,data:data11};
vErrors = add(vErrors, [err77]);
errors++;
}
}
if(data["no-fields"] !== undefined){
let data12 = data["no-fields"];
if(true !== data12){
const err78 = {instancePath:instancePath+"/no-fields",schemaPath:"#/properties/no-fields/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties["no-fields"],data:data12};
vErrors = add(vErrors, [err78]);
errors++;
}
}
if(data["zero-fee"] !== undefined){
let data13 = data["zero-fee"];
if(true !== data13){
const err79 = {instancePath:instancePath+"/zero-fee",schemaPath:"#/properties/zero-fee/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties["zero-fee"],data:data13};
vErrors = add(vErrors, [err79]);
errors++;
}
}
if(data["slow-body"] !== undefined){
let data14 = data["slow-body"];
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err80 = {instancePath:instancePath+"/slow-body",schemaPath:"#/properties/slow-body/type",keyword:"type",params:{type: "integer"},schema:schema29.properties["slow-body"].type,parentSchema:schema29.properties["slow-body"],data:data14};
vErrors = add(vErrors, [err80]);
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 1000000000 || isNaN(data14)){
const err81 = {instancePath:instancePath+"/slow-body",schemaPath:"#/properties/slow-body/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},schema:1000000000,parentSchema:schema29.properties["slow-body"],data:data14};
vErrors = add(vErrors, [err81]);
errors++;
}
if(data14 < 1 || isNaN(data14)){
const err82 = {instancePath:instancePath+"/slow-body",schemaPath:"#/properties/slow-body/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema29.properties["slow-body"],data:data14};
vErrors = add(vErrors, [err82]);
errors++;
}
}
}
if(data["truncated-gzip"] !== undefined){
let data15 = data["truncated-gzip"];
if(true !== data15){
const err83 = {instancePath:instancePath+"/truncated-gzip",schemaPath:"#/properties/truncated-gzip/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties["truncated-gzip"],data:data15};
vErrors = add(vErrors, [err83]);
errors++;
}
}
if(data["content-length"] !== undefined){
let data16 = data["content-length"];
if(typeof data16 !== "string"){
const err84 = {instancePath:instancePath+"/content-length",schemaPath:"#/properties/content-length/type",keyword:"type",params:{type: "string"},schema:schema29.properties["content-length"].type,parentSchema:schema29.properties["content-length"],data:data16};
vErrors = add(vErrors, [err84]);
errors++;
}
if(!((data16 === "long") || (data16 === "short"))){
const err85 = {instancePath:instancePath+"/content-length",schemaPath:"#/properties/content-length/enum",keyword:"enum",params:{allowedValues: schema29.properties["content-length"].enum},schema:schema29.properties["content-length"].enum,parentSchema:schema29.properties["content-length"],data:data16};
vErrors = add(vErrors, [err85]);
errors++;
}
}
if(data["single-bytes"] !== undefined){
let data17 = data["single-bytes"];
if(true !== data17){
const err86 = {instancePath:instancePath+"/single-bytes",schemaPath:"#/properties/single-bytes/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties["single-bytes"],data:data17};
vErrors = add(vErrors, [err86]);
errors++;
}
}
if(data["no-content"] !== undefined){
let data18 = data["no-content"];
if(true !== data18){
const err87 = {instancePath:instancePath+"/no-content",schemaPath:"#/properties/no-content/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties["no-content"],data:data18};
vErrors = add(vErrors, [err87]);
errors++;
}
}
if(data["duplicate-header"] !== undefined){
let data19 = data["duplicate-header"];
if(true !== data19){
const err88 = {instancePath:instancePath+"/duplicate-header",schemaPath:"#/properties/duplicate-header/const",keyword:"const",params:{allowedValue: true},schema:true,parentSchema:schema29.properties["duplicate-header"],data:data19};
vErrors = add(vErrors, [err88]);
errors++;
}
}
if(data.jitter !== undefined){
if(data.latency === undefined){
const err89 = {instancePath,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property: "jitter",
    missingProperty: "latency",
    depsCount: 1,
    deps: "latency"},schema:schema29.dependentRequired,parentSchema:schema29,data};
vErrors = add(vErrors, [err89]);
errors++;
}
}
if(data["retry-after"] !== undefined){
if(data.status === undefined){
const err90 = {instancePath,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property: "retry-after",
    missingProperty: "status",
    depsCount: 1,
    deps: "status"},schema:schema29.dependentRequired,parentSchema:schema29,data};
vErrors = add(vErrors, [err90]);
errors++;
}
}
}
else {
const err91 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema29.type,parentSchema:schema29,data};
vErrors = add(vErrors, [err91]);
errors++;
}
validate91.errors = vErrors;
return errors === 0;
}
validate91.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate88(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="faults" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate88.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
if(data.length < 1){
const err0 = {instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema27,data};
vErrors = add(vErrors, [err0]);
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.then === undefined){
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "then"},schema:schema27.items.required,parentSchema:schema27.items,data:data0};
vErrors = add(vErrors, [err1]);
errors++;
}
for(const key0 in data0){
if(!((key0 === "when") || (key0 === "then"))){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema27.items,data:data0};
vErrors = add(vErrors, [err2]);
errors++;
}
}
if(data0.when !== undefined){
if(!(validate89(data0.when, {instancePath:instancePath+"/" + i0+"/when",parentData:data0,parentDataProperty:"when",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate89.errors);
errors = vErrors.length;
}
}
if(data0.then !== undefined){
if(!(validate91(data0.then, {instancePath:instancePath+"/" + i0+"/then",parentData:data0,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate91.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"},schema:schema27.items.type,parentSchema:schema27.items,data:data0};
vErrors = add(vErrors, [err3]);
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},schema:schema27.type,parentSchema:schema27,data};
vErrors = add(vErrors, [err4]);
errors++;
}
validate88.errors = vErrors;
return errors === 0;
}
validate88.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="merchant" */;
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
if(data.processors === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "processors"},schema:schema1.required,parentSchema:schema1,data};
vErrors = add(vErrors, [err0]);
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "processors") || (key0 === "cards")) || (key0 === "regions")) || (key0 === "eligibility")) || (key0 === "multiPay")) || (key0 === "rounding")) || (key0 === "faults"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema1,data};
vErrors = add(vErrors, [err1]);
errors++;
}
}
if(data.processors !== undefined){
let data0 = data.processors;
if(Array.isArray(data0)){
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/processors",schemaPath:"#/properties/processors/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema1.properties.processors,data:data0};
vErrors = add(vErrors, [err2]);
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate2(data0[i0], {instancePath:instancePath+"/processors/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate2.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/processors",schemaPath:"#/properties/processors/type",keyword:"type",params:{type: "array"},schema:schema1.properties.processors.type,parentSchema:schema1.properties.processors,data:data0};
vErrors = add(vErrors, [err3]);
errors++;
}
}
if(data.cards !== undefined){
if(!(validate67(data.cards, {instancePath:instancePath+"/cards",parentData:data,parentDataProperty:"cards",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate67.errors);
errors = vErrors.length;
}
}
if(data.regions !== undefined){
if(!(validate72(data.regions, {instancePath:instancePath+"/regions",parentData:data,parentDataProperty:"regions",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate72.errors);
errors = vErrors.length;
}
}
if(data.eligibility !== undefined){
if(!(validate74(data.eligibility, {instancePath:instancePath+"/eligibility",parentData:data,parentDataProperty:"eligibility",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate74.errors);
errors = vErrors.length;
}
}
if(data.multiPay !== undefined){
if(!(validate84(data.multiPay, {instancePath:instancePath+"/multiPay",parentData:data,parentDataProperty:"multiPay",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate84.errors);
errors = vErrors.length;
}
}
if(data.rounding !== undefined){
if(!(validate86(data.rounding, {instancePath:instancePath+"/rounding",parentData:data,parentDataProperty:"rounding",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate86.errors);
errors = vErrors.length;
}
}
if(data.faults !== undefined){
if(!(validate88(data.faults, {instancePath:instancePath+"/faults",parentData:data,parentDataProperty:"faults",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate88.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema1.type,parentSchema:schema1,data};
vErrors = add(vErrors, [err4]);
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="file" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.merchants === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "merchants"},schema:schema0.required,parentSchema:schema0,data};
vErrors = add(vErrors, [err0]);
errors++;
}
for(const key0 in data){
if(!(key0 === "merchants")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema0,data};
vErrors = add(vErrors, [err1]);
errors++;
}
}
if(data.merchants !== undefined){
let data0 = data.merchants;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(Object.keys(data0).length < 1){
const err2 = {instancePath:instancePath+"/merchants",schemaPath:"#/properties/merchants/minProperties",keyword:"minProperties",params:{limit: 1},schema:1,parentSchema:schema0.properties.merchants,data:data0};
vErrors = add(vErrors, [err2]);
errors++;
}
for(const key1 in data0){
const _errs4 = errors;
if(typeof key1 === "string"){
if(!pattern0.test(key1)){
const err3 = {instancePath:instancePath+"/merchants",schemaPath:"#/properties/merchants/propertyNames/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema0.properties.merchants.propertyNames,data:key1,propertyName:key1};
vErrors = add(vErrors, [err3]);
errors++;
}
}
var valid1 = _errs4 === errors;
if(!valid1){
const err4 = {instancePath:instancePath+"/merchants",schemaPath:"#/properties/merchants/propertyNames",keyword:"propertyNames",params:{propertyName: key1},schema:schema0.properties.merchants.propertyNames,parentSchema:schema0.properties.merchants,data:data0};
vErrors = add(vErrors, [err4]);
errors++;
}
}
for(const key2 in data0){
if(!(validate1(data0[key2], {instancePath:instancePath+"/merchants/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data0,parentDataProperty:key2,rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate1.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath:instancePath+"/merchants",schemaPath:"#/properties/merchants/type",keyword:"type",params:{type: "object"},schema:schema0.properties.merchants.type,parentSchema:schema0.properties.merchants,data:data0};
vErrors = add(vErrors, [err5]);
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema0.type,parentSchema:schema0,data};
vErrors = add(vErrors, [err6]);
errors++;
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.faults = validate88;

exports.faultRule = validate95;
const schema30 = {"type":"object","properties":{"when":{"description":"The calls that meet all of these conditions; all calls by default.","type":"object","properties":{"path":{"description":"Calls to this path.","type":"string","enum":["/v1/ch","/v1/ch/sale"]},"merchant":{"description":"Calls with a token of this merchant.","type":"string","pattern":"\\S","examples":["one"]},"amount":{"description":"Calls with this amount in US dollars; \"13.370\" equals 13.37.","anyOf":[{"type":"number","minimum":0,"x-expected":"US dollars, 0 or more, such as \"13.37\""},{"type":"string","pattern":"^[0-9]+(?:\\.[0-9]+)?$","maxLength":20,"x-expected":"US dollars, 0 or more, such as \"13.37\"","examples":["13.37"]}]},"body":{"description":"Calls whose fields have these values; a list equals each value in it.","type":"object","minProperties":1,"x-expected":"a mapping of at least one","additionalProperties":{"description":"The value of the field.","anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean","x-expected":"a text, a number, true or false"}]}},"every":{"description":"Only every Nth of these calls.","type":"integer","minimum":1,"maximum":1000000},"probability":{"description":"Only this share of these calls, at random, from 0 to 1.","type":"number","minimum":0,"maximum":1,"x-expected":"a number from 0 to 1"},"times":{"description":"Only the first N of these calls.","type":"integer","minimum":1,"maximum":1000000}},"additionalProperties":false},"then":{"$ref":"fault"}},"required":["then"],"additionalProperties":false,"$id":"faultRule"};

function validate95(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="faultRule" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate95.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.then === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "then"},schema:schema30.required,parentSchema:schema30,data};
vErrors = add(vErrors, [err0]);
errors++;
}
for(const key0 in data){
if(!((key0 === "when") || (key0 === "then"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema30,data};
vErrors = add(vErrors, [err1]);
errors++;
}
}
if(data.when !== undefined){
let data0 = data.when;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 in data0){
if(!(((((((key1 === "path") || (key1 === "merchant")) || (key1 === "amount")) || (key1 === "body")) || (key1 === "every")) || (key1 === "probability")) || (key1 === "times"))){
const err2 = {instancePath:instancePath+"/when",schemaPath:"#/properties/when/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema30.properties.when,data:data0};
vErrors = add(vErrors, [err2]);
errors++;
}
}
if(data0.path !== undefined){
let data1 = data0.path;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/when/path",schemaPath:"#/properties/when/properties/path/type",keyword:"type",params:{type: "string"},schema:schema30.properties.when.properties.path.type,parentSchema:schema30.properties.when.properties.path,data:data1};
vErrors = add(vErrors, [err3]);
errors++;
}
if(!((data1 === "/v1/ch") || (data1 === "/v1/ch/sale"))){
const err4 = {instancePath:instancePath+"/when/path",schemaPath:"#/properties/when/properties/path/enum",keyword:"enum",params:{allowedValues: schema30.properties.when.properties.path.enum},schema:schema30.properties.when.properties.path.enum,parentSchema:schema30.properties.when.properties.path,data:data1};
vErrors = add(vErrors, [err4]);
errors++;
}
}
if(data0.merchant !== undefined){
let data2 = data0.merchant;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err5 = {instancePath:instancePath+"/when/merchant",schemaPath:"#/properties/when/properties/merchant/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema30.properties.when.properties.merchant,data:data2};
vErrors = add(vErrors, [err5]);
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/when/merchant",schemaPath:"#/properties/when/properties/merchant/type",keyword:"type",params:{type: "string"},schema:schema30.properties.when.properties.merchant.type,parentSchema:schema30.properties.when.properties.merchant,data:data2};
vErrors = add(vErrors, [err6]);
errors++;
}
}
if(data0.amount !== undefined){
let data3 = data0.amount;
const _errs10 = errors;
let valid2 = false;
const _errs11 = errors;
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/when/amount",schemaPath:"#/properties/when/properties/amount/anyOf/0/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema30.properties.when.properties.amount.anyOf[0],data:data3};
vErrors = add(vErrors, [err7]);
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/when/amount",schemaPath:"#/properties/when/properties/amount/anyOf/0/type",keyword:"type",params:{type: "number"},schema:schema30.properties.when.properties.amount.anyOf[0].type,parentSchema:schema30.properties.when.properties.amount.anyOf[0],data:data3};
vErrors = add(vErrors, [err8]);
errors++;
}
var _valid0 = _errs11 === errors;
valid2 = valid2 || _valid0;
const _errs13 = errors;
if(typeof data3 === "string"){
if(func0(data3) > 20){
const err9 = {instancePath:instancePath+"/when/amount",schemaPath:"#/properties/when/properties/amount/anyOf/1/maxLength",keyword:"maxLength",params:{limit: 20},schema:20,parentSchema:schema30.properties.when.properties.amount.anyOf[1],data:data3};
vErrors = add(vErrors, [err9]);
errors++;
}
if(!pattern15.test(data3)){
const err10 = {instancePath:instancePath+"/when/amount",schemaPath:"#/properties/when/properties/amount/anyOf/1/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(?:\\.[0-9]+)?$"},schema:"^[0-9]+(?:\\.[0-9]+)?$",parentSchema:schema30.properties.when.properties.amount.anyOf[1],data:data3};
vErrors = add(vErrors, [err10]);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/when/amount",schemaPath:"#/properties/when/properties/amount/anyOf/1/type",keyword:"type",params:{type: "string"},schema:schema30.properties.when.properties.amount.anyOf[1].type,parentSchema:schema30.properties.when.properties.amount.anyOf[1],data:data3};
vErrors = add(vErrors, [err11]);
errors++;
}
var _valid0 = _errs13 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err12 = {instancePath:instancePath+"/when/amount",schemaPath:"#/properties/when/properties/amount/anyOf",keyword:"anyOf",params:{},schema:schema30.properties.when.properties.amount.anyOf,parentSchema:schema30.properties.when.properties.amount,data:data3};
vErrors = add(vErrors, [err12]);
errors++;
}
else {
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
}
}
if(data0.body !== undefined){
let data4 = data0.body;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(Object.keys(data4).length < 1){
const err13 = {instancePath:instancePath+"/when/body",schemaPath:"#/properties/when/properties/body/minProperties",keyword:"minProperties",params:{limit: 1},schema:1,parentSchema:schema30.properties.when.properties.body,data:data4};
vErrors = add(vErrors, [err13]);
errors++;
}
for(const key2 in data4){
let data5 = data4[key2];
const _errs19 = errors;
let valid4 = false;
const _errs20 = errors;
if(typeof data5 !== "string"){
const err14 = {instancePath:instancePath+"/when/body/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/when/properties/body/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},schema:schema30.properties.when.properties.body.additionalProperties.anyOf[0].type,parentSchema:schema30.properties.when.properties.body.additionalProperties.anyOf[0],data:data5};
vErrors = add(vErrors, [err14]);
errors++;
}
var _valid1 = _errs20 === errors;
valid4 = valid4 || _valid1;
const _errs22 = errors;
if(!((typeof data5 == "number") && (isFinite(data5)))){
const err15 = {instancePath:instancePath+"/when/body/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/when/properties/body/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},schema:schema30.properties.when.properties.body.additionalProperties.anyOf[1].type,parentSchema:schema30.properties.when.properties.body.additionalProperties.anyOf[1],data:data5};
vErrors = add(vErrors, [err15]);
errors++;
}
var _valid1 = _errs22 === errors;
valid4 = valid4 || _valid1;
const _errs24 = errors;
if(typeof data5 !== "boolean"){
const err16 = {instancePath:instancePath+"/when/body/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/when/properties/body/additionalProperties/anyOf/2/type",keyword:"type",params:{type: "boolean"},schema:schema30.properties.when.properties.body.additionalProperties.anyOf[2].type,parentSchema:schema30.properties.when.properties.body.additionalProperties.anyOf[2],data:data5};
vErrors = add(vErrors, [err16]);
errors++;
}
var _valid1 = _errs24 === errors;
valid4 = valid4 || _valid1;
if(!valid4){
const err17 = {instancePath:instancePath+"/when/body/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/when/properties/body/additionalProperties/anyOf",keyword:"anyOf",params:{},schema:schema30.properties.when.properties.body.additionalProperties.anyOf,parentSchema:schema30.properties.when.properties.body.additionalProperties,data:data5};
vErrors = add(vErrors, [err17]);
errors++;
}
else {
errors = _errs19;
if(vErrors !== null){
if(_errs19){
vErrors.length = _errs19;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err18 = {instancePath:instancePath+"/when/body",schemaPath:"#/properties/when/properties/body/type",keyword:"type",params:{type: "object"},schema:schema30.properties.when.properties.body.type,parentSchema:schema30.properties.when.properties.body,data:data4};
vErrors = add(vErrors, [err18]);
errors++;
}
}
if(data0.every !== undefined){
let data6 = data0.every;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err19 = {instancePath:instancePath+"/when/every",schemaPath:"#/properties/when/properties/every/type",keyword:"type",params:{type: "integer"},schema:schema30.properties.when.properties.every.type,parentSchema:schema30.properties.when.properties.every,data:data6};
vErrors = add(vErrors, [err19]);
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1000000 || isNaN(data6)){
const err20 = {instancePath:instancePath+"/when/every",schemaPath:"#/properties/when/properties/every/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},schema:1000000,parentSchema:schema30.properties.when.properties.every,data:data6};
vErrors = add(vErrors, [err20]);
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err21 = {instancePath:instancePath+"/when/every",schemaPath:"#/properties/when/properties/every/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema30.properties.when.properties.every,data:data6};
vErrors = add(vErrors, [err21]);
errors++;
}
}
}
if(data0.probability !== undefined){
let data7 = data0.probability;
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 1 || isNaN(data7)){
const err22 = {instancePath:instancePath+"/when/probability",schemaPath:"#/properties/when/properties/probability/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema30.properties.when.properties.probability,data:data7};
vErrors = add(vErrors, [err22]);
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err23 = {instancePath:instancePath+"/when/probability",schemaPath:"#/properties/when/properties/probability/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema30.properties.when.properties.probability,data:data7};
vErrors = add(vErrors, [err23]);
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/when/probability",schemaPath:"#/properties/when/properties/probability/type",keyword:"type",params:{type: "number"},schema:schema30.properties.when.properties.probability.type,parentSchema:schema30.properties.when.properties.probability,data:data7};
vErrors = add(vErrors, [err24]);
errors++;
}
}
if(data0.times !== undefined){
let data8 = data0.times;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err25 = {instancePath:instancePath+"/when/times",schemaPath:"#/properties/when/properties/times/type",keyword:"type",params:{type: "integer"},schema:schema30.properties.when.properties.times.type,parentSchema:schema30.properties.when.properties.times,data:data8};
vErrors = add(vErrors, [err25]);
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 1000000 || isNaN(data8)){
const err26 = {instancePath:instancePath+"/when/times",schemaPath:"#/properties/when/properties/times/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},schema:1000000,parentSchema:schema30.properties.when.properties.times,data:data8};
vErrors = add(vErrors, [err26]);
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err27 = {instancePath:instancePath+"/when/times",schemaPath:"#/properties/when/properties/times/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema30.properties.when.properties.times,data:data8};
vErrors = add(vErrors, [err27]);
errors++;
}
}
}
}
else {
const err28 = {instancePath:instancePath+"/when",schemaPath:"#/properties/when/type",keyword:"type",params:{type: "object"},schema:schema30.properties.when.type,parentSchema:schema30.properties.when,data:data0};
vErrors = add(vErrors, [err28]);
errors++;
}
}
if(data.then !== undefined){
if(!(validate91(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = add(vErrors, validate91.errors);
errors = vErrors.length;
}
}
}
else {
const err29 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema30.type,parentSchema:schema30,data};
vErrors = add(vErrors, [err29]);
errors++;
}
validate95.errors = vErrors;
return errors === 0;
}
validate95.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.fault = validate91;

return exports;
})({});
