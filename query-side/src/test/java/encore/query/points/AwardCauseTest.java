package encore.query.points;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.fans.FanId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.ZeroPoints;
import encore.kernel.tags.TagEvent;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwardCauseTest {

    @ParameterizedTest
    @CsvSource({
        "WhenResultsShownThenAwardPoints@48210/1, 48210",
        "WhenResultsShownThenAwardPoints@48210/1+2, 48210",
        "7:WhenResultsShownThenAwardPoints@48210/1, ",
        "WhenClickerOverThenAwardPoints/pay:7/100/48210/:0@2026-03-01T12:00:00Z, 48210",
        "WhenClickerOverThenAwardPoints/pay:7/100/48210/:255@2026-03-01T12:00:00.125Z/12, 48210",
        "7:WhenClickerOverThenAwardPoints/pay:7/100/48210/:0@2026-03-01T12:00:00Z, ",
        "WhenResultsShownThenAwardPoints/key@2026-03-01T12:00:00Z, ",
        "7:my-key/0, ",
        "01930d1a-0000-7000-8000-000000000000, "
    })
    void an_automations_request_names_its_event(String requestId, Long position) {
        assertThat(AwardCause.ofAutomation(recorded(requestId))).isEqualTo(position);
    }

    @Test
    void a_quests_points_are_caused_by_the_completion_whoever_recorded_them() {
        assertThat(AwardCause.ofQuest(12L)).isEqualTo(11);
        assertThat(AwardCause.ofQuest(null)).isNull();
        var quest = new ZeroPoints(new LedgerId(new FanId(7, 42), "cd"), "u", "vendora", "quest", 9L, 12L, null, null);
        assertThat(AwardCause.of(quest, recorded("7:my-key/0"))).isEqualTo(11);
        var reward = new ZeroPoints(new LedgerId(new FanId(7, 42), "cd"), "u", "points", "reward", 9L, null, null, "r");
        assertThat(AwardCause.of(reward, recorded("7:my-key/0"))).isNull();
        assertThat(AwardCause.of(reward, recorded("WhenQuestCompletedThenIssueRewards@5/1")))
                .isEqualTo(5);
    }

    private static RecordedEvent recorded(String requestId) {
        return new RecordedEvent(
                new TagEvent.TagMade(new encore.kernel.tags.TagId(7, 1), "vip"),
                20,
                Instant.EPOCH,
                "tag.7.1",
                0,
                new RecordedEvent.Origin(7, "key", "Command", requestId));
    }
}
