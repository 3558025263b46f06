package encore.query.requirements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.ProcessDocuments;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import encore.kernel.Refusal;
import encore.kernel.requirements.backfills.BackfillQuery.FindRewardBackfill;
import encore.kernel.requirements.backfills.BackfillStatus;
import encore.kernel.requirements.backfills.BackfillStatus.State;
import encore.kernel.requirements.rules.FactsInMemory;
import encore.kernel.requirements.rules.RuleBook;
import encore.kernel.requirements.rules.RuleBook.RuleInForce;
import encore.kernel.requirements.rules.RuleIndex.RuleEntry;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardQuery.FindManagedReward;
import encore.query.FakeQueryGateway;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackfillsTest {

    @TempDir
    Path directory;

    private final RewardLog log = new RewardLog();
    private final FactsInMemory facts = new FactsInMemory();
    private SqliteProcessStores stores;
    private ProcessStore store;
    private Backfills backfills;

    @BeforeEach
    void a_reward_whose_rule_began() {
        stores = new SqliteProcessStores(directory);
        store = stores.open(Backfills.OF_REWARDS);
        backfills = new Backfills(stores, log.tail, new FakeQueryGateway().on(FindManagedReward.class, query -> {
                    if (query.rewardUid().equals("none")) {
                        throw Refusal.unknown("There is no such reward.");
                    }
                    return null;
                }));
        log.created(RewardLog.FOR_50);
        var created = log.tail.read(0, 10).getLast();
        assertThat(created.event()).isInstanceOf(RewardCreated.class);
        RuleBook.fold(facts, created.event(), created.position(), created.at());
        log.loggedIn(1);
    }

    @AfterEach
    void close() {
        stores.close();
    }

    private BackfillStatus status(long since) {
        return backfills.find(new FindRewardBackfill(RewardLog.CAP, since));
    }

    private RuleEntry entry() {
        return Objects.requireNonNull(RuleBook.inForce(facts, RewardLog.CAP.toString()));
    }

    private void put(String key, Object value) {
        store.commit(Map.of(key, EventJson.mapper().writeValueAsString(value)));
    }

    private void hasRead(long position) {
        put(AutomationProgress.KEY, new AutomationProgress(position, 0, 0, 0, 0, null));
    }

    private void isInForce(boolean isReady) {
        RuleEntry entry = entry();
        put(
                ProcessDocuments.prefixOf(RuleInForce.class) + RewardLog.CAP,
                new RuleInForce(entry.rule().id()));
        put(ProcessDocuments.prefixOf(RuleEntry.class) + entry.rule().id(), new RuleEntry(entry.rule(), isReady));
    }

    @Test
    void a_rule_waits_until_the_log_is_read_for_it_and_is_followed_in_the_end() {
        long head = log.tail.head();
        assertThat(status(head)).as("not read yet").isEqualTo(BackfillStatus.of(State.WAITING, head));
        hasRead(head);
        isInForce(false);
        assertThat(status(head)).as("before its pass").isEqualTo(BackfillStatus.of(State.WAITING, head));
        var work = new LongWork(1, 7, "1", true);
        put(work.key(), work);
        assertThat(status(head).state()).as("during a pass of others").isEqualTo(State.WAITING);
        put(
                ProcessDocuments.prefixOf(RuleEntry.class) + "replay/"
                        + entry().rule().id(),
                entry());
        assertThat(status(head)).isEqualTo(new BackfillStatus(State.READING, 1L, head));
        isInForce(true);
        assertThat(status(head)).isEqualTo(BackfillStatus.of(State.DONE, head));
    }

    @Test
    void a_newer_change_waits_although_the_rule_before_is_followed() {
        isInForce(true);
        hasRead(1);
        assertThat(status(0).state()).isEqualTo(State.DONE);
        assertThat(status(2).state()).isEqualTo(State.WAITING);
    }

    @Test
    void a_reward_by_hand_has_no_rule_and_an_unknown_one_is_refused() {
        assertThat(status(0).state()).isEqualTo(State.NO_RULE);
        assertThatThrownBy(() -> backfills.find(new FindRewardBackfill(new RewardId(7, "none"), 0)))
                .isInstanceOf(Refusal.class);
    }
}
