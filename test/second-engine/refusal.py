"""How this engine says no. The document shows no errors (section 7), so the shape is its own."""


class Refusal(Exception):
    def __init__(self, status, problem, text):
        super().__init__(text)
        self.status = status
        self.problem = problem
        self.text = text

    def body(self):
        return {"problem": self.problem, "text": self.text}
