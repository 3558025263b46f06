package encore.command;

import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.log.HonouredRequest;
import encore.kernel.Command;
import encore.kernel.Refusal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JavaType;

/** Answers as they were kept with the requests that they honoured; the command names their type. */
final class Answers {

    private final Map<Class<?>, JavaType> types = new ConcurrentHashMap<>();

    Object read(HonouredRequest request, Command<?> command) {
        byte[] kept = request.answer();
        if (kept == null) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "answer-not-kept",
                    "This request was done before. Its answer held a secret, which is not kept and cannot be repeated.");
        }
        return Json.mapper().readValue(kept, type(command.getClass()));
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
