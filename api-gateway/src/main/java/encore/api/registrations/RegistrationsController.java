package encore.api.registrations;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.contacts.Contacts;
import encore.api.input.AscendingRange;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import encore.kernel.registrations.RecordedRegistration;
import encore.kernel.registrations.Registration;
import encore.kernel.registrations.RegistrationCommand.RecordRegistration;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.registrations.RegistrationQuery.FindRegistrations;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsOfFan;
import encore.kernel.time.Days;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Records registrations for events, repeatedly if they change, and lists them by day or by fan. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/crm")
class RegistrationsController {

    private static final int ROWS = 50;
    private static final int FAN_ROWS = 500;

    /** Selects registrations by day. Both days are included. */
    @AscendingRange(start = "startDate", end = "endDate")
    record Find(
            @Nullable LocalDate startDate,
            @Nullable LocalDate endDate,

            @Contact @Format(Format.EMAIL) @Nullable @Size(max = 255)
            String email,

            @Description("Only registrations for ticket events that are linked to this performance.")
            @Nullable
            @Size(max = 255)
            String performanceUid,

            @Default("50") @Nullable @Min(1) @Max(10_000) Integer limit) {

        FindRegistrations query(long account) {
            String normalizedEmail = Contacts.email(email);
            return new FindRegistrations(
                    account,
                    new Days(startDate, endDate),
                    normalizedEmail == null || normalizedEmail.isEmpty() ? null : normalizedEmail,
                    performanceUid,
                    limit == null ? ROWS : limit);
        }
    }

    record OfFan(
            long fanId,

            @Description("All rows when absent.") @Nullable @Min(1)
            Integer limit) {

        int page() {
            return limit == null ? FAN_ROWS : Math.min(limit, FAN_ROWS);
        }
    }

    /** An optional fan, which takes precedence over contacts. */
    record FanReference(
            @Description("The registration is this fan's, even if the email is another fan's.") @Nullable
            Long fanId) {}

    /** The fan in the path. */
    record FanInPath(long fanId) {}

    /** The meta of a list without pages. */
    record Counted(int count) {}

    private final Backend backend;

    RegistrationsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists registrations by the day of registration_timestamp, latest first")
    @GetMapping("/registrations")
    Mono<Listing<Counted, Registration>> find(Caller caller, @Params Find in) {
        return backend.ask(caller, in.query(caller.account()))
                .map(found -> new Listing<>(new Counted(found.size()), found));
    }

    @Description("Records a registration, or changes the one with this key; finds or registers its fan")
    @PostMapping("/registrations")
    Mono<RecordedRegistration> add(Caller caller, @Params FanReference fanReference, @Params RegistrationInput in) {
        return record(caller, fanReference.fanId(), false, in);
    }

    @Description("Lists a fan's registrations, last recorded first")
    @GetMapping("/fans/{fan_id}/registrations")
    Flux<Registration> findFanRegistrations(Caller caller, @Params OfFan in) {
        return Pages.all(after -> backend.ask(
                        caller,
                        new FindRegistrationsOfFan(caller.account(), in.fanId(), new NextKey(after, in.page()))))
                .take(in.limit() == null ? Long.MAX_VALUE : in.limit());
    }

    @Description("Records a registration of this fan, even if the email is another fan's")
    @PostMapping("/fans/{fan_id}/registrations")
    Mono<List<RecordedRegistration>> addFanRegistration(
            Caller caller, @Params FanInPath fanInPath, @Params RegistrationInput in) {
        return record(caller, fanInPath.fanId(), true, in).map(List::of);
    }

    private Mono<RecordedRegistration> record(
            Caller caller, @Nullable Long fanId, boolean inPath, RegistrationInput in) {
        var registration = new RegistrationId(caller.account(), Ids.uid());
        var newFan = new FanId(caller.account(), Ids.number());
        var namedFan = fanId == null ? null : new FanId(caller.account(), fanId);
        return backend.send(
                caller, new RecordRegistration(registration, newFan, namedFan, inPath, in.details(), in.registrant()));
    }
}
