package encore.api.quizzes;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.quizzes.QuizCommand.AddQuizQuestion;
import encore.kernel.quizzes.QuizCommand.ChangeQuizQuestion;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuestion;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class QuizQuestionsControllerTest {

    private static final String ONE = "/api/v1/manage/apps/100";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final CampaignId SPRING = new CampaignId(7, 100);
    private static final QuizId QUIZ = new QuizId(SPRING);
    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(QuizQuestionsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void everything_is_done() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(AddQuizQuestion.class, AddQuizQuestion::question)
                .on(ChangeQuizQuestion.class, command -> command.change().given());
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | question=Encore?&options=yes&options=no&right_answers=0",
                JSON + " | {\"question\": \"Encore?\", \"options\": [\"yes\", \"no\"], \"right_answers\": [0]}"
            })
    void a_question_is_added_with_a_uid_of_ours(String type, String body) {
        post("/quiz_questions", type, body).isOk();
        AddQuizQuestion sent = (AddQuizQuestion) backend.sent.getFirst();
        String uid = sent.question().quizQuestionUid();
        assertThat(sent)
                .isEqualTo(new AddQuizQuestion(
                        QUIZ, new QuizQuestion(uid, "Encore?", List.of("yes", "no"), List.of(0), null, null)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | question=Encore?&options=a&options=&options=c&right_answers=1",
                FORM + " | question=Encore?&options[]=a&options[]=&options[]=c&right_answers=1",
                FORM + " | question=Encore?&options=a&options=%20%E2%80%8B&options=c&right_answers=1",
                JSON + " | {\"question\": \"Encore?\", \"options\": [\"a\", \"\", \"c\"], \"right_answers\": [1]}",
                JSON + " | {\"question\": \"Encore?\", \"options\": [\"a\", \"\u3164\", \"c\"], \"right_answers\": [1]}"
            })
    void an_empty_or_blank_option_is_refused_because_right_answers_name_options_by_index(String type, String body) {
        naming(post("/quiz_questions", type, body), "options[1]");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_question_is_changed_by_what_is_said() {
        post("/quiz_questions/u", FORM, "right_answers=&position=").isOk();
        var given = new QuizQuestion("u", null, null, List.of(), null, null);
        assertThat(backend.sent)
                .isEqualTo(List.of(new ChangeQuizQuestion(QUIZ, new Patch<>(given, Set.of("position")))));
        naming(post("/quiz_questions", FORM, "question=" + "x".repeat(1_001)), "question");
    }

    private StatusAssertions post(String path, String type, String body) {
        return GATEWAY.post(ONE + path, type, body);
    }
}
