package encore.api.sessions;

import static encore.api.access.Lock.KEY;

import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.contacts.IpAddresses;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.input.TextLimits;
import encore.api.keys.KnownSession;
import encore.api.logins.DeviceNetwork;
import encore.api.logins.LoginCall;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanDetails;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindFanDetails;
import encore.kernel.idols.IdolId;
import encore.kernel.likings.FanIdol;
import encore.kernel.likings.LikedIdols;
import encore.kernel.likings.LikingCommand;
import encore.kernel.likings.LikingCommand.DislikeIdol;
import encore.kernel.likings.LikingCommand.DislikeNamedIdol;
import encore.kernel.likings.LikingCommand.LikeIdol;
import encore.kernel.likings.LikingCommand.LikeKnownIdol;
import encore.kernel.likings.LikingQuery.FindFanIdols;
import encore.kernel.likings.LikingsId;
import encore.kernel.names.Blanks;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.PointsQuery.FindCrmFanPoints;
import encore.kernel.points.ledgers.FanPoint;
import encore.kernel.privacy.Contact;
import encore.kernel.sessions.Session;
import encore.kernel.sessions.SessionQuery.FindSession;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Logs fans in, and reads and changes what a session shows of its fan. */
@RestController
@Access(scope = "sessions", lock = KEY, ofSession = true)
@RequestMapping("/api/v1/sessions")
class SessionsController {

    private static final int ROWS = 1_000;
    private static final String ONE = "/{session_uid}";

    /** The parameters of all steps of the login. */
    record Connect(
            @Default("") @Nullable ConnectNetwork network,

            @Min(1) @Max(Ids.HIGHEST) long businessId,

            @Description("The campaign that the fan or guest comes to.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long pageTabId,

            @Contact
            @Description("The fan's address. Without the api_secret the caller's own address counts.")
            @Format(Format.IP)
            @Nullable
            @Size(max = 64)
            String ipAddress,

            @Contact @Format(Format.EMAIL) @Nullable @Size(max = 255)
            String email,

            @Contact @Nullable @Size(max = 255) String firstName,
            @Contact @Nullable @Size(max = 255) String lastName,

            @Contact @Format(Format.PHONE) @Nullable @Size(max = 64)
            String phone,

            @Description("Two letters. A phone without a country prefix is read as a number of this country.")
            @Format(Format.COUNTRY)
            @Nullable
            @Size(max = 64)
            String countryCode,

            @Description("Of a password login, or of a fan who registers with a verification: 8 to 256 characters.")
            @Nullable
            @Size(max = 256, payload = TextLimits.OfNfc.class)
            String password,

            @Description("Accepts the terms that terms_required showed.") @Nullable
            Boolean isAccepted,

            @Description("The request_uid of the code.") @Nullable @Size(max = 64)
            String requestUid,

            @Description("The verification_uid that the right code was answered with.") @Nullable @Size(max = 64)
            String verificationUid,

            @Description("The code that was sent.") @Nullable @Size(max = 64)
            String verificationCode,

            @Description("The app's id of the device. Needs a device_network.") @Nullable @Size(max = 255)
            String deviceId,

            @Description("System of the device. Needs a device_id.") @Nullable
            DeviceNetwork deviceNetwork,

            @Description("The session that this login replaces, or that a contact is added to.")
            @Nullable
            @Size(max = 64)
            String sessionUid) {

        @AssertTrue(message = "and device_network are given together")
        @ErrorField("device_id")
        boolean isWholeDevice() {
            return (deviceId == null || deviceId.isEmpty()) == (deviceNetwork == null);
        }
    }

    record One(@NotNull String sessionUid) {}

    record FindIdols(
            @NotNull String sessionUid,

            @Description("Only idols with this label.") @Nullable
            String labelName) {}

    /** Whether an idol is added or removed. */
    enum Action {
        ADD,
        DELETE
    }

    record ChangeIdols(
            @NotNull String sessionUid,
            @NotNull Action action,

            @Description("Either this or an idol_name is required.") @Nullable @Size(max = 64)
            String idolUid,

            @Description("The name of an existing idol, compared case-insensitively.") @Nullable @Size(max = 255)
            String idolName) {

        @AssertTrue(message = "or idol_name is required, and not both")
        @ErrorField("idol_uid")
        boolean isOneIdol() {
            return (idolUid == null || idolUid.isEmpty()) != (idolName == null || Blanks.isBlank(idolName));
        }

        LikingCommand<LikedIdols> command(LikingsId likings) {
            boolean added = action == Action.ADD;
            if (idolUid != null && !idolUid.isEmpty()) {
                IdolId idol = new IdolId(likings.account(), idolUid);
                return added ? new LikeIdol(likings, idol, true) : new DislikeIdol(likings, idol);
            }
            String name = Objects.requireNonNull(idolName);
            return added ? new LikeKnownIdol(likings, name, true) : new DislikeNamedIdol(likings, name);
        }
    }

    private final Backend backend;
    private final ConnectSteps connectSteps;

    SessionsController(Backend backend, ConnectSteps connectSteps) {
        this.backend = backend;
        this.connectSteps = connectSteps;
    }

    @Description("Carries out a step of a fan's login, or opens a guest's session")
    @Access(scope = "sessions", lock = KEY)
    @PostMapping("/connect")
    Mono<ConnectAnswer> connect(Caller caller, CallSource source, @Params Connect in) {
        String address = source.fanAddress(IpAddresses.of(in.ipAddress()));
        var login = new LoginCall(
                caller, source, in.businessId(), in.pageTabId(), Boolean.TRUE.equals(in.isAccepted()), Instant.now());
        return connectSteps.connect(new ConnectCall(login, in, address));
    }

    @Description("Finds a session")
    @GetMapping(ONE)
    Mono<Session> findSession(Caller caller, KnownSession session, @Params One in) {
        return backend.ask(caller, new FindSession(caller.account(), session.ref()))
                .map(found -> found.shownAs(in.sessionUid()));
    }

    @Description("Finds the fan of a session")
    @GetMapping(ONE + "/fan")
    Mono<SessionFan> findSessionFan(Caller caller, KnownSession session, @Params One in) {
        Long fanId = session.fanId();
        return fanId == null
                ? Mono.just(SessionFan.guestOf(caller.account()))
                : backend.ask(caller, new FindFanDetails(caller.account(), fanId))
                        .map(FanDetails::fan)
                        .map(SessionFan::of);
    }

    @Description("Lists the points of a session's fan, oldest first")
    @GetMapping(ONE + "/points")
    Flux<FanPoint.Crm> findSessionPoints(Caller caller, KnownSession session, @Params One in) {
        Long fanId = session.fanId();
        return fanId == null
                ? Flux.empty()
                : Pages.all(after -> backend.ask(
                        caller, new FindCrmFanPoints(caller.account(), fanId, null, new NextKey(after, ROWS), null)));
    }

    @Description("Lists the idols of a session's fan, in the order in which they were added")
    @GetMapping(ONE + "/idols")
    Mono<List<FanIdol>> findSessionIdols(Caller caller, KnownSession session, @Params FindIdols in) {
        Long fanId = session.fanId();
        return fanId == null ? Mono.just(List.of()) : idols(caller, fanId, in.labelName());
    }

    @Description("Adds an idol to those of a session's fan, or removes it, and lists them")
    @PostMapping(ONE + "/idols")
    Mono<List<FanIdol>> changeSessionIdols(Caller caller, KnownSession session, @Params ChangeIdols in) {
        long fanId = session.mustBeOfFan();
        var likings = new LikingsId(new FanId(caller.account(), fanId));
        return backend.send(caller, in.command(likings)).then(Mono.defer(() -> idols(caller, fanId, null)));
    }

    private Mono<List<FanIdol>> idols(Caller caller, long fanId, @Nullable String label) {
        return backend.ask(caller, new FindFanIdols(caller.account(), fanId, label, null));
    }
}
