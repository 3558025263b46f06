package encore.kernel.shows.answers;

/** The answer of a fan that stands. It says nothing of whether it is right. */
public record GivenAnswer(String quizQuestionUid, int answerIdx) {}
