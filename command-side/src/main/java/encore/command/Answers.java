package encore.command;

import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.log.HonouredRequest;
import encore.kernel.Command;
import encore.kernel.Positioned;
import encore.kernel.Refusal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JavaType;

/**
 * Reads remembered answers. The command's type gives the type of its answer. The position of the commit is filled in.
 */
final class Answers {

    private final Map<Class<?>, JavaType> types = new ConcurrentHashMap<>();

    Object read(HonouredRequest request, Command<?> command) {
        byte[] kept = request.answer();
        if (kept == null) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "answer-not-kept",
                    "This request was done before. Its answer contained a secret, which is not stored and cannot be"
                            + " repeated.");
        }
        return placed(Json.mapper().readValue(kept, type(command.getClass())), request.position());
    }

    /** Fills the position of the commit's last event into an answer that has one. */
    static Object placed(Object answer, long position) {
        return answer instanceof Positioned<?> open ? open.at(position) : answer;
    }

    private JavaType type(Class<?> command) {
        return types.computeIfAbsent(
                command,
                type -> Json.mapper()
                        .constructType(type)
                        .findSuperType(Command.class)
                        .containedType(0));
    }
}
