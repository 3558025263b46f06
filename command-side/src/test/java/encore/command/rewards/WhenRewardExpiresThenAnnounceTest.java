package encore.command.rewards;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.rewards.RewardCommand.AnnounceExpiration;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardDeleted;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WhenRewardExpiresThenAnnounceTest {

    private static final RewardId CAP = new RewardId(7, "cap");
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = NOON.plusSeconds(60);

    private final AutomationUnderTest automation = new AutomationUnderTest(new WhenRewardExpiresThenAnnounce());

    @Test
    void an_expiration_is_announced_when_the_log_has_passed_it() {
        automation.given(created(NOON)).at(NOON).expect(new AnnounceExpiration(CAP, NOON));
    }

    @Test
    void only_the_last_expiration_counts() {
        automation.given(created(NOON), changed(LATER, null)).at(NOON).expect();
        automation.given().at(LATER).expect(new AnnounceExpiration(CAP, LATER));
    }

    @Test
    void nothing_is_announced_of_a_reward_that_never_expires_or_was_deleted() {
        automation.given(created(NOON), changed(null, List.of("expirationTimestamp")));
        assertThat(automation.timer(CAP.toString())).isNull();
        automation.given(created(NOON), new RewardDeleted(CAP)).at(LATER).expect();
    }

    @Test
    void another_change_leaves_the_timer_alone() {
        automation.given(created(NOON), changed(null, null));
        assertThat(automation.timer(CAP.toString())).isEqualTo(NOON);
    }

    private static RewardCreated created(Instant expiration) {
        return new RewardCreated(CAP, 9, RewardType.BADGE, "points", details(expiration));
    }

    private static RewardChanged changed(@Nullable Instant expiration, @Nullable List<String> cleared) {
        return new RewardChanged(CAP, 9, details(expiration), cleared);
    }

    private static RewardDetails details(@Nullable Instant expiration) {
        return RewardDetailsBuilder.builder(RewardDetails.NONE)
                .expirationTimestamp(expiration)
                .build();
    }
}
