package encore.api.access;

import encore.api.http.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Call;
import encore.infra.backend.Caller;
import encore.kernel.AsOf;
import encore.kernel.audit.AuditQuery.FindMoment;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** What {@code as_of} means, and reads as of then. */
@Component
public final class Moments {

    /** Said of each {@code as_of} parameter. */
    public static final String ABOUT =
            "As it was then: unix seconds, ISO 8601, or a position of the log (position:17, or a number below 10^9).";

    public static final int LENGTH = 40;

    private static final Pattern POSITION = Pattern.compile("(?:position:)?(\\d{1,18})");

    /** Lower numbers are positions: no log of ours is as old as the unix time that they would be. */
    private static final long FIRST_TIME = 1_000_000_000L;

    private static final long LAST_TIME = 253_402_300_799L;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Backend backend;

    Moments(Backend backend) {
        this.backend = backend;
    }

    /** The moment that is meant, and the caller whose reads have reached it. */
    public Mono<Then> at(Caller caller, String asOf) {
        return backend.ask(caller, wanted(caller.account(), asOf)).map(then -> new Then(reaching(caller, then), then));
    }

    /** The same for one that may be absent, which is now. */
    public Mono<Then> atOrNow(Caller caller, @Nullable String asOf) {
        return asOf == null || asOf.isEmpty() ? Mono.just(new Then(caller, null)) : at(caller, asOf);
    }

    /** A read as of then must not be answered by a projection that has not come there. */
    private static Caller reaching(Caller caller, AsOf then) {
        long position = Math.max(caller.call().minPosition(), then.position());
        return new Caller(caller.account(), caller.actor(), new Call(null, null, position, PATIENCE, true));
    }

    private static FindMoment wanted(long account, String asOf) {
        var position = POSITION.matcher(asOf);
        if (position.matches()) {
            long number = Long.parseLong(position.group(1));
            if (asOf.startsWith("position:") || number < FIRST_TIME) {
                return new FindMoment(account, number, null);
            }
            if (number > LAST_TIME) {
                throw Problem.input("as_of", "range", "is out of range");
            }
            return new FindMoment(account, null, Instant.ofEpochSecond(number));
        }
        try {
            String iso = asOf.strip().replace(' ', 'T');
            return new FindMoment(
                    account,
                    null,
                    iso.endsWith("Z") || iso.matches(".*T.*[+-]\\d\\d(:?\\d\\d)?")
                            ? OffsetDateTime.parse(iso).toInstant()
                            : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException malformed) {
            throw Problem.input("as_of", "type", "must be a time or a position");
        }
    }

    /** @param asOf null for now */
    public record Then(Caller caller, @Nullable AsOf asOf) {}
}
