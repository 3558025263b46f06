package encore.command.sessions;

import static encore.command.sessions.WhenGuestSessionOverThenEnd.KEPT_OVER;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.CommandSideOnDisk;
import encore.command.automations.AutomationUnderTest;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.businesses.BusinessId;
import encore.kernel.sessions.GuestId;
import encore.kernel.sessions.SessionCommand.ExpireGuestSession;
import encore.kernel.sessions.SessionCommand.OpenGuestSession;
import encore.kernel.sessions.SessionEvent.GuestSessionEnded;
import encore.kernel.sessions.SessionEvent.GuestSessionExpired;
import encore.kernel.sessions.SessionEvent.GuestSessionOpened;
import encore.kernel.sessions.SessionEvent.GuestSessionProlonged;
import encore.kernel.sessions.SessionEvent.GuestSessionRevoked;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhenGuestSessionOverThenEndTest {

    private static final GuestId GUEST = new GuestId(7, "ref");
    private static final Instant END = Instant.parse("2026-03-02T12:00:00Z");
    private static final GuestSessionOpened OPENED = new GuestSessionOpened(GUEST, 9, null, END);

    private final AutomationUnderTest automation = new AutomationUnderTest(new WhenGuestSessionOverThenEnd());

    @TempDir
    Path directory;

    @Test
    void a_session_ends_a_day_after_it_ran_out() {
        automation.when(OPENED).at(END.plus(KEPT_OVER).minusMillis(1)).expect();
        automation.at(END.plus(KEPT_OVER)).expect(new ExpireGuestSession(GUEST));
    }

    @Test
    void a_use_moves_the_end() {
        Instant later = END.plusSeconds(3_600);
        automation
                .when(OPENED, new GuestSessionProlonged(GUEST, later))
                .at(END.plus(KEPT_OVER))
                .expect();
        automation.at(later.plus(KEPT_OVER)).expect(new ExpireGuestSession(GUEST));
    }

    @Test
    void nothing_is_sent_for_one_that_ended() {
        for (var end :
                List.of(new GuestSessionEnded(GUEST), new GuestSessionRevoked(GUEST), new GuestSessionExpired(GUEST))) {
            automation.when(OPENED, end);
            assertThat(automation.timer(GUEST.toString())).isNull();
        }
        automation.at(END.plus(KEPT_OVER)).expect();
    }

    @Test
    void guests_of_a_show_end_once_on_sqlite() {
        try (var side = new CommandSideOnDisk(directory)) {
            endOnce(side, 3_000);
        }
    }

    @Test
    void guests_of_a_show_end_once_on_mongo() {
        try (var side = CommandSideOnDisk.onMongo(MongoForTests.uri())) {
            endOnce(side, 200);
        }
    }

    private static void endOnce(CommandSideOnDisk side, int guests) {
        BusinessId business = side.addBusiness(9);
        for (int begun = 0; begun < guests; begun += 200) {
            List<CompletableFuture<?>> openings = new ArrayList<>();
            for (int i = begun; i < begun + 200; i++) {
                GuestId guest = new GuestId(CommandSideOnDisk.ACCOUNT, "g" + i);
                openings.add(
                        side.start(null, null, new OpenGuestSession(guest, business.number(), null, Instant.now())));
            }
            openings.forEach(CompletableFuture::join);
        }
        side.reopenAfter(Duration.ofHours(47));
        assertThat(expired(side)).isEmpty();
        long begun = System.nanoTime();
        side.reopenAfter(Duration.ofHours(2));
        while (expired(side).size() < guests) {
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(60));
        }
        assertThat(expired(side)).hasSize(guests).doesNotHaveDuplicates();
    }

    private static List<GuestId> expired(CommandSideOnDisk side) {
        List<GuestId> expired = new ArrayList<>();
        for (var recorded : side.events()) {
            if (recorded.event() instanceof GuestSessionExpired event) {
                expired.add(event.guest());
            }
        }
        return expired;
    }
}
