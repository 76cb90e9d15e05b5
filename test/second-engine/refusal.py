"""Refusals. The document specifies no errors (section 7), so their form is this engine's own."""


class Refusal(Exception):
    def __init__(self, status, problem, text):
        super().__init__(text)
        self.status = status
        self.problem = problem
        self.text = text

    def body(self):
        return {"problem": self.problem, "text": self.text}
