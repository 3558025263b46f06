package encore.command.browserlogin;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.CommandSideOnDisk;
import encore.command.SharedCommandSide;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.log.EventLog;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.Patch;
import encore.kernel.browserlogin.BrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.IssueBrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.UseBrowserCode;
import encore.kernel.browserlogin.BrowserCodeEvent.BrowserCodeUsed;
import encore.kernel.browserlogin.BrowserLogin;
import encore.kernel.browserlogin.ExchangedBrowserCode;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.Profile;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionCommand.RevokeSessions;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.sessions.SessionEvent.FanSessionsEnded;
import encore.kernel.sessions.SessionEvent.TermsAccepted;
import encore.kernel.sessions.SessionId;
import encore.kernel.sessions.logins.LoginDetails;
import encore.kernel.sessions.logins.LoginNetwork;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Codes of browser logins on the whole command side with its real stores. */
class BrowserCodesOnDiskTest {

    private static final String BACK = "https://fans.example/back";
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    @RegisterExtension
    static final SharedCommandSide SHARED = new SharedCommandSide();

    private CommandSideOnDisk side;
    private FanId fan;

    @BeforeEach
    void begin() {
        begin(SHARED.side());
    }

    private void begin(CommandSideOnDisk opened) {
        side = opened;
        side.addBusiness(9);
        fan = side.registerFan(42, "ada@fans.example");
        setPassword("$first");
    }

    private void setPassword(String hash) {
        side.send(new ChangeFan(fan, Patch.of(Profile.EMPTY), Patch.of(Consent.EMPTY), Patch.of(Curation.EMPTY), hash));
    }

    private long positionOfPassword() {
        return side.events(FanPasswordSet.class).getLast().position();
    }

    @Test
    void a_code_opens_the_session_of_its_login_once() {
        BrowserCode code = issue(null);
        ExchangedBrowserCode first = use(code, BACK, null);
        assertThat(Objects.requireNonNull(first.session()).fanId()).isEqualTo(42);
        FanSessionOpened opened = events(FanSessionOpened.class).getFirst();
        assertThat(opened.details()).isEqualTo(details());
        assertThat(opened.passwordPosition()).isEqualTo(positionOfPassword());
        assertThat(events(TermsAccepted.class)).containsExactly(new TermsAccepted(new LoginsId(fan), "v1"));
        ExchangedBrowserCode again = use(code, BACK, null);
        assertThat(again).isEqualTo(new ExchangedBrowserCode(null, opened.sessionHash()));
        assertThat(events(FanSessionsEnded.class))
                .containsExactly(new FanSessionsEnded(new LoginsId(fan), List.of(opened.sessionHash())));
        assertThat(use(code, BACK, null)).isEqualTo(ExchangedBrowserCode.WRONG);
    }

    @Test
    void a_wrong_address_account_challenge_or_code_is_wrong_and_spends_nothing() {
        BrowserCode code = issue(CHALLENGE);
        long head = side.events().size();
        List<String> addresses = List.of(
                BACK + "/", BACK + "?x", BACK + "#", "https://fans.example/Back", "https://fans.example/b%61ck", "");
        for (String address : addresses) {
            assertThat(use(code, address, CHALLENGE)).as(address).isEqualTo(ExchangedBrowserCode.WRONG);
        }
        assertThat(use(code, BACK, null)).as("no verifier").isEqualTo(ExchangedBrowserCode.WRONG);
        assertThat(use(code, BACK, CHALLENGE.toLowerCase(Locale.ROOT))).isEqualTo(ExchangedBrowserCode.WRONG);
        assertThat(use(new BrowserCode(code.position(), UUID.randomUUID().toString()), BACK, CHALLENGE))
                .isEqualTo(ExchangedBrowserCode.WRONG);
        for (long position : new long[] {1, code.position() - 1, code.position() + 1_000_000}) {
            assertThat(use(new BrowserCode(position, code.uid()), BACK, CHALLENGE))
                    .isEqualTo(ExchangedBrowserCode.WRONG);
        }
        var theirs =
                new UseBrowserCode(new SessionId(side.account() + 1, "theirs"), code, BACK, CHALLENGE, Instant.now());
        assertThat(side.bean(CommandSide.class)
                        .handle(new CommandRequest(side.account() + 1, "key-2", null, null, theirs))
                        .join()
                        .answer())
                .isEqualTo(ExchangedBrowserCode.WRONG);
        assertThat(side.events()).hasSize((int) head);
        assertThat(use(code, BACK, CHALLENGE).session()).isNotNull();
    }

    @Test
    void a_verifier_without_a_challenge_is_wrong() {
        BrowserCode code = issue(null);
        assertThat(use(code, BACK, CHALLENGE)).isEqualTo(ExchangedBrowserCode.WRONG);
        assertThat(use(code, BACK, null).session()).isNotNull();
    }

    @Test
    void a_code_is_over_after_a_minute_and_lives_through_a_restart(@TempDir Path directory) {
        try (var alone = new CommandSideOnDisk(directory)) {
            begin(alone);
            BrowserCode over = issue(null);
            BrowserCode good = issue(null);
            side.reopen();
            assertThat(use(good, BACK, null).session()).isNotNull();
            side.reopenAfter(Duration.ofSeconds(60));
            assertThat(use(over, BACK, null)).isEqualTo(ExchangedBrowserCode.WRONG);
        }
    }

    @Test
    void a_code_ends_with_the_password_that_was_compared() {
        BrowserCode code = issue(null);
        setPassword("$second");
        assertThat(use(code, BACK, null)).isEqualTo(ExchangedBrowserCode.WRONG);
        assertThat(use(issue(null), BACK, null).session()).isNotNull();
    }

    @Test
    void a_code_ends_with_the_sessions_and_with_the_fan() {
        BrowserCode revoked = issue(null);
        side.send(new RevokeSessions(new LoginsId(fan)));
        assertThat(use(revoked, BACK, null)).isEqualTo(ExchangedBrowserCode.WRONG);
        BrowserCode erased = issue(null);
        side.send(new EraseFan(fan));
        assertThat(use(erased, BACK, null)).isEqualTo(ExchangedBrowserCode.WRONG);
        assertThat(events(FanSessionOpened.class)).isEmpty();
    }

    @Test
    void of_200_exchanges_at_the_same_time_one_opens_a_session_on_sqlite() {
        oneSessionOfManyExchanges();
    }

    @Test
    void of_200_exchanges_at_the_same_time_one_opens_a_session_on_mongo() {
        try (var onMongo = CommandSideOnDisk.onMongo(MongoForTests.uri())) {
            begin(onMongo);
            oneSessionOfManyExchanges();
        }
    }

    private void oneSessionOfManyExchanges() {
        BrowserCode code = issue(CHALLENGE);
        List<CompletableFuture<ExchangedBrowserCode>> exchanges = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            exchanges.add(side.start(null, null, using(code, BACK, CHALLENGE))
                    .thenApply(result -> (ExchangedBrowserCode) result.answer()));
        }
        List<ExchangedBrowserCode> answers =
                exchanges.stream().map(CompletableFuture::join).toList();
        assertThat(answers.stream().filter(answer -> answer.session() != null)).hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.endedSession() != null))
                .as("the first repeat ends it")
                .hasSize(1);
        assertThat(events(FanSessionOpened.class)).hasSize(1);
        assertThat(events(BrowserCodeUsed.class)).hasSize(1);
        assertThat(events(FanSessionsEnded.class)).hasSize(1);
    }

    @Test
    void the_code_is_in_no_event() {
        BrowserCode code = issue(null);
        use(code, BACK, null);
        for (var stored :
                side.bean(EventLog.class).read(side.events().getFirst().position() - 1, 1_000)) {
            assertThat(new String(stored.payload(), StandardCharsets.UTF_8)).doesNotContain(code.uid());
        }
        assertThat(side.events().toString()).doesNotContain(code.uid());
    }

    private BrowserCode issue(@Nullable String challenge) {
        String uid = UUID.randomUUID().toString();
        var login = new BrowserLogin(BACK, challenge, details(), positionOfPassword(), "v1");
        Long position =
                side.send(new IssueBrowserCode(new LoginsId(fan), uid, login)).position();
        return new BrowserCode(Objects.requireNonNull(position), uid);
    }

    private ExchangedBrowserCode use(BrowserCode code, String redirectUrl, @Nullable String challenge) {
        return side.send(using(code, redirectUrl, challenge));
    }

    private UseBrowserCode using(BrowserCode code, String redirectUrl, @Nullable String challenge) {
        var session = new SessionId(side.account(), UUID.randomUUID().toString());
        return new UseBrowserCode(session, code, redirectUrl, challenge, Instant.now());
    }

    private static LoginDetails details() {
        return new LoginDetails(
                9,
                null,
                LoginNetwork.EMAIL,
                LoginType.CODE,
                LoginSource.BROWSER,
                "ada@fans.example",
                "192.0.2.1",
                null,
                null);
    }

    private <E> List<E> events(Class<E> type) {
        return side.events().stream()
                .map(RecordedEvent::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
