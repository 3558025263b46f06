package encore.command.axon;

import encore.infra.backend.CommandRequest;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.axon.CommandOrigin;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.axon.UuidV7;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.kernel.Command;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Says under which ids requests and their steps are decided, and which event caused them. */
final class CommandOrigins {

    /** The actor of a session's calls is this prefix and its session_ref. */
    private static final String SESSION_ACTOR = "session:";

    private final EventLog log;
    private final Hmacs hmacs;

    CommandOrigins(EventLog log, Hmacs hmacs) {
        this.log = log;
        this.hmacs = hmacs;
    }

    CommandOrigin of(CommandRequest request) {
        String id = request.requestId();
        if (id == null) {
            return new CommandOrigin(
                    request.account(), request.actor(), UuidV7.next().toString(), null, null, sourceOf(request));
        }
        byte[] fingerprint = hmacs.request(Objects.requireNonNullElse(request.fingerprint(), ""));
        String earlier = earlierId(request, id);
        return repeatable(
                new CommandOrigin(
                        request.account(),
                        request.actor(),
                        earlier != null && isAnswered(earlier, fingerprint) ? earlier : id,
                        null,
                        causeOf(request, id),
                        sourceOf(request)),
                fingerprint);
    }

    /** Returns the origin of a step that is honoured once if the request is. */
    CommandOrigin repeatableStep(CommandOrigin request, int ordinal) {
        RequestIdentity key = request.key();
        CommandOrigin step = step(request, ordinal);
        return key == null ? step : repeatable(step, key.fingerprint());
    }

    /** Returns the origin of a step that is decided each time. */
    static CommandOrigin step(CommandOrigin request, int ordinal) {
        String id = request.id() + "+" + ordinal;
        return new CommandOrigin(request.account(), request.actor(), id, null, request.cause(), request.source());
    }

    /** Returns an origin whose id a repeat has as well, with the id's HMAC in its place. */
    private CommandOrigin repeatable(CommandOrigin given, byte[] fingerprint) {
        byte[] hmac = hmacs.request(given.id());
        return new CommandOrigin(
                given.account(),
                given.actor(),
                HexFormat.of().formatHex(hmac),
                new RequestIdentity(hmac, fingerprint),
                given.cause(),
                given.source());
    }

    private static @Nullable String sourceOf(CommandRequest request) {
        return request.command() instanceof Command.Import ? RecordedEvent.Origin.IMPORT : null;
    }

    /**
     * Returns the id that earlier builds gave to the request of a session, {@code <account>:<key>} instead of {@code
     * <account>:<session_ref>:<key>}; null for any other request.
     */
    private static @Nullable String earlierId(CommandRequest request, String id) {
        if (!request.actor().startsWith(SESSION_ACTOR)) {
            return null;
        }
        String account = request.account() + ":";
        String session = account + request.actor().substring(SESSION_ACTOR.length()) + ":";
        return id.startsWith(session) ? account + id.substring(session.length()) : null;
    }

    private boolean isAnswered(String id, byte[] fingerprint) {
        RememberedAnswer remembered = log.rememberedAnswer(hmacs.request(id));
        return remembered != null && MessageDigest.isEqual(remembered.key().fingerprint(), fingerprint);
    }

    /**
     * Returns the position that caused an automation's request, whose id is {@code <automation>@<position>/<ordinal>}, or
     * {@code <automation>/<key>@<instant>} for one of a timer; null for any other request.
     */
    private static @Nullable Long causeOf(CommandRequest request, String id) {
        if (id.startsWith(request.actor() + "/") && id.contains("@") && request.minPosition() > 0) {
            return request.minPosition();
        }
        String prefix = request.actor() + "@";
        int end = id.indexOf('/', prefix.length());
        if (end < 0 || !id.startsWith(prefix)) {
            return null;
        }
        try {
            return Long.valueOf(id.substring(prefix.length(), end));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
