package encore.command.axon;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.kernel.Command;
import encore.kernel.PositionedAnswer;
import encore.kernel.Refusal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JavaType;

/**
 * Reads remembered answers. The command's type gives the type of its answer. The position of the commit is filled in.
 */
final class AnswerReader {

    private final Map<Class<?>, JavaType> types = new ConcurrentHashMap<>();

    Object read(RememberedAnswer request, Command<?> command) {
        byte[] stored = request.answer();
        if (stored == null) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "answer-not-kept",
                    "This request was done before. Its answer contained a secret, which is not stored and cannot be"
                            + " repeated.");
        }
        return withPosition(EventJson.mapper().readValue(stored, answerType(command.getClass())), request.position());
    }

    /** Fills the position of the commit's last event into an answer that has one. */
    static Object withPosition(Object answer, long position) {
        return answer instanceof PositionedAnswer<?> open ? open.withPosition(position) : answer;
    }

    private JavaType answerType(Class<?> command) {
        return types.computeIfAbsent(
                command,
                type -> EventJson.mapper()
                        .constructType(type)
                        .findSuperType(Command.class)
                        .containedType(0));
    }
}
