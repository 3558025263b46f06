package encore.command.requirements;

import encore.command.automations.ProcessContext;
import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.kernel.fans.FanId;
import encore.kernel.requirements.rules.FactStore.KeyedFact;
import encore.kernel.requirements.rules.Facts;
import encore.kernel.requirements.rules.Facts.Deed;
import encore.kernel.requirements.rules.Facts.Gate;
import encore.kernel.requirements.rules.Facts.ReachedReward;
import encore.kernel.requirements.rules.Fulfilment;
import encore.kernel.requirements.rules.Rule;
import encore.kernel.requirements.rules.RuleBook.Changes;
import encore.kernel.requirements.rules.RuleEvaluation;
import encore.kernel.requirements.rules.RuleEvaluation.Collected;
import encore.kernel.requirements.rules.RuleFold;
import encore.kernel.requirements.rules.RuleFold.Scope;
import encore.kernel.requirements.rules.RuleIndex;
import encore.kernel.requirements.rules.RuleIndex.RuleEntry;
import encore.kernel.requirements.rules.RuleIndex.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies rules that begin to the log, in steps (ADR 112). One pass reads the log from its start for all rules that wait
 * then. At the version of each rule it stops, and sends the commands of the rule's first fans in the order in which they
 * came to meet it. Then it follows the rule through the log until it has reached the automation itself, and hands the rule
 * over. Rules that begin meanwhile wait for the next pass. The documents of a pass have keys of their own, and are removed
 * when it ends.
 */
final class Backfill {

    private static final String PROGRESS = "progress";

    /** Positions of the log for each step. */
    private static final int STRETCH = 2_000;

    /** Documents, or commands, for each step. */
    private static final int BATCH = 500;

    static final List<Class<? extends Record>> DOCUMENTS = List.of(
            BackfillProgress.class,
            WaitingRule.class,
            SilentRule.class,
            FollowedRule.class,
            AccountOfReplay.class,
            FirstFan.class,
            EndedRule.class);

    /** Everything that a pass leaves under keys of its own. */
    private static final List<Class<? extends Record>> OF_A_PASS = new ArrayList<>(Facts.STANDINGS);

    static {
        OF_A_PASS.addAll(List.of(
                RuleEntry.class,
                Trigger.class,
                SilentRule.class,
                FollowedRule.class,
                AccountOfReplay.class,
                FirstFan.class));
    }

    private final RuleAutomation automation;
    private final ProcessContext process;
    private final ProcessFacts present;
    private final ProcessFacts replay;

    /** The phase of a pass. */
    enum Phase {
        BEGIN,
        READ,
        COLLECT,
        SEND,
        CLEAN
    }

    /**
     * How far a pass is.
     *
     * @param after the position up to which the log is read
     * @param rule the key of the rule whose first fans are collected or sent; null for none
     * @param key the last key of these that was handled; null for none
     * @param version the version of the rules whose first fans were sent last
     * @param sent the number of first fans of that version
     */
    record BackfillProgress(
            Phase phase,
            long after,
            @Nullable String rule,
            @Nullable String key,
            long version,
            long sent) {

        BackfillProgress in(Phase next) {
            return new BackfillProgress(next, after, null, null, version, sent);
        }
    }

    /** A rule that waits for the next pass, by version and id. */
    record WaitingRule(String rule) {}

    /** A rule of the pass whose version is not reached, by version and id. */
    record SilentRule(String rule, long version) {}

    /** A rule of the pass whose first fans were sent, by its id. */
    record FollowedRule(String rule) {}

    /** An account of the rules of the pass. */
    record AccountOfReplay(long account) {}

    /** A fan who met a rule at its version, by the rule and the order in which fans came to meet it. */
    record FirstFan(long fanId, long position, long order, Instant at, List<Long> causes) {
        FirstFan {
            causes = List.copyOf(causes);
        }
    }

    /** A rule that is not in force any more and has left documents. */
    record EndedRule(String rule) {}

    Backfill(RuleAutomation automation, ProcessContext process) {
        this.automation = automation;
        this.process = process;
        this.present = ProcessFacts.present(process);
        this.replay = ProcessFacts.ofReplay(process);
    }

    /** Takes in the rules that an event begins, and drops those that it ends. */
    void change(Changes changes) {
        for (Rule rule : changes.ended()) {
            RuleIndex.remove(replay, rule);
            present.remove(WaitingRule.class, key(rule));
            replay.remove(SilentRule.class, key(rule));
            replay.remove(FollowedRule.class, rule.id());
            present.put(rule.id(), new EndedRule(rule.id()));
        }
        boolean isWork = !changes.ended().isEmpty();
        for (Rule rule : changes.begun()) {
            if (RuleIndex.ready(present, rule.id()) == null) {
                present.put(key(rule), new WaitingRule(rule.id()));
                isWork = true;
            }
        }
        if (isWork && present.get(BackfillProgress.class, PROGRESS) == null) {
            present.put(PROGRESS, new BackfillProgress(Phase.BEGIN, 0, null, null, 0, 0));
            process.beginReplay();
        }
    }

    private static String key(Rule rule) {
        return String.format("%019d/%s", rule.version(), rule.id());
    }

    /**
     * Does one step.
     *
     * @return the position up to which the log is read; null when there is nothing more to do
     */
    @Nullable
    Long step() {
        BackfillProgress progress =
                Objects.requireNonNull(present.get(BackfillProgress.class, PROGRESS), "the progress of a backfill");
        BackfillProgress next = switch (progress.phase()) {
            case BEGIN -> begin(progress);
            case READ -> read(progress);
            case COLLECT -> collect(progress);
            case SEND -> send(progress);
            case CLEAN -> clean(progress);
        };
        if (next == null) {
            present.remove(BackfillProgress.class, PROGRESS);
        } else {
            present.put(PROGRESS, next);
        }
        return next == null ? null : Long.valueOf(next.after());
    }

    /** Begins a pass for all rules that wait. Without any, the documents of ended rules are removed. */
    private @Nullable BackfillProgress begin(BackfillProgress progress) {
        List<KeyedFact<WaitingRule>> waiting = present.all(WaitingRule.class, "");
        if (waiting.isEmpty()) {
            return forgetEnded() ? progress : null;
        }
        for (KeyedFact<WaitingRule> each : waiting) {
            present.remove(WaitingRule.class, each.key());
            RuleEntry entry = present.get(RuleEntry.class, each.document().rule());
            if (entry != null) {
                Rule rule = entry.rule();
                RuleIndex.put(replay, rule, true);
                replay.put(key(rule), new SilentRule(rule.id(), rule.version()));
                replay.put(Long.toString(rule.account()), new AccountOfReplay(rule.account()));
            }
        }
        return new BackfillProgress(Phase.READ, 0, null, null, 0, 0);
    }

    private boolean forgetEnded() {
        List<KeyedFact<EndedRule>> ended = present.list(EndedRule.class, "", null, 1);
        if (ended.isEmpty()) {
            return false;
        }
        String rule = ended.getFirst().document().rule();
        if (!remove(Deed.class, rule + "/", present) && !removeGates(rule)) {
            present.remove(EndedRule.class, ended.getFirst().key());
        }
        return true;
    }

    /** A reward that a fan has reached has a gate, so the gates lead to what is kept by fan. */
    private boolean removeGates(String rule) {
        long account = Long.parseLong(rule.split("\\.", 3)[1]);
        String keys = rule + "/";
        List<KeyedFact<Gate>> batch = present.list(Gate.class, keys, null, BATCH);
        for (KeyedFact<Gate> each : batch) {
            FanId fan = new FanId(account, Long.parseLong(each.key().substring(keys.length())));
            present.remove(Gate.class, each.key());
            if (present.get(ReachedReward.class, Facts.of(fan, rule)) != null) {
                present.remove(ReachedReward.class, Facts.of(fan, rule));
            }
        }
        return !batch.isEmpty();
    }

    /** Removes a batch of documents. Returns whether there were any. */
    private static <T extends Record> boolean remove(Class<T> type, String keys, ProcessFacts facts) {
        List<KeyedFact<T>> batch = facts.list(type, keys, null, BATCH);
        batch.forEach(each -> facts.remove(type, each.key()));
        return !batch.isEmpty();
    }

    /** Reads the next stretch of the log, up to the version of the next silent rule. */
    private BackfillProgress read(BackfillProgress progress) {
        List<KeyedFact<SilentRule>> silent = replay.list(SilentRule.class, "", null, 1);
        long version =
                silent.isEmpty() ? Long.MAX_VALUE : silent.getFirst().document().version();
        long after = progress.after();
        if (version <= after) {
            String rule = silent.getFirst().key();
            long sent = version == progress.version() ? progress.sent() : 0;
            return new BackfillProgress(Phase.COLLECT, after, rule, null, version, sent);
        }
        EventPage<RecordedEvent> page = process.read(after, (int) Math.min(STRETCH, version - after));
        if (page.end() == after) {
            handOver();
            return progress.in(Phase.CLEAN);
        }
        Set<String> accounts = new HashSet<>();
        replay.all(AccountOfReplay.class, "")
                .forEach(each -> accounts.add(Long.toString(each.document().account())));
        for (RecordedEvent each : page.events()) {
            if (accounts.contains(each.account())) {
                UndecodablePlaceholder.requireDecoded(each.event());
                for (Fulfilment fulfilment :
                        RuleFold.fold(replay, Scope.OF_THE_RULES, each.event(), each.position(), each.at())) {
                    automation.send(fulfilment, each.position(), process);
                }
            }
        }
        return new BackfillProgress(Phase.READ, page.end(), null, null, progress.version(), progress.sent());
    }

    /** The automation follows the rules of the pass from here on: both have folded the same events. */
    private void handOver() {
        for (KeyedFact<FollowedRule> each : replay.all(FollowedRule.class, "")) {
            RuleEntry entry = present.get(RuleEntry.class, each.document().rule());
            if (entry != null) {
                RuleIndex.put(present, entry.rule(), true);
            }
        }
    }

    /** Returns the rule whose first fans are being found; null if it is not in force any more. */
    private @Nullable Rule ruleOf(BackfillProgress progress) {
        SilentRule silent = replay.get(SilentRule.class, Objects.requireNonNull(progress.rule()));
        RuleEntry entry = silent == null ? null : replay.get(RuleEntry.class, silent.rule());
        return entry == null ? null : entry.rule();
    }

    private BackfillProgress collect(BackfillProgress progress) {
        Rule rule = ruleOf(progress);
        if (rule == null) {
            return progress.in(Phase.READ);
        }
        Collected page = RuleEvaluation.collect(replay, rule, progress.key(), BATCH);
        for (Fulfilment each : page.fulfilments()) {
            replay.put(
                    rule.id() + "/" + each.sortKey(),
                    new FirstFan(each.fanId(), each.position(), each.order(), each.at(), each.causes()));
        }
        return new BackfillProgress(
                page.next() == null ? Phase.SEND : Phase.COLLECT,
                progress.after(),
                progress.rule(),
                page.next(),
                progress.version(),
                progress.sent());
    }

    /**
     * Sends the commands of a batch of first fans. A fan who needs no command takes an ordinal too, so that the ordinals
     * follow from the log.
     */
    private BackfillProgress send(BackfillProgress progress) {
        Rule rule = ruleOf(progress);
        if (rule == null) {
            return progress.in(Phase.READ);
        }
        long ordinal = progress.sent();
        List<KeyedFact<FirstFan>> batch = replay.list(FirstFan.class, rule.id() + "/", progress.key(), BATCH);
        boolean isFull = RuleEvaluation.isFull(present, rule);
        for (KeyedFact<FirstFan> each : batch) {
            FirstFan fan = each.document();
            ordinal++;
            if (!isFull && !RuleEvaluation.isDone(present, rule, new FanId(rule.account(), fan.fanId()))) {
                automation.send(
                        new Fulfilment(rule, fan.fanId(), fan.position(), fan.order(), fan.at(), fan.causes()),
                        rule.version(),
                        ordinal,
                        process);
            }
        }
        if (batch.size() == BATCH) {
            return new BackfillProgress(
                    Phase.SEND,
                    progress.after(),
                    progress.rule(),
                    batch.getLast().key(),
                    progress.version(),
                    ordinal);
        }
        replay.remove(SilentRule.class, Objects.requireNonNull(progress.rule()));
        replay.put(rule.id(), new FollowedRule(rule.id()));
        return new BackfillProgress(Phase.READ, progress.after(), null, null, progress.version(), ordinal);
    }

    private BackfillProgress clean(BackfillProgress progress) {
        for (Class<? extends Record> type : OF_A_PASS) {
            if (remove(type, "", replay)) {
                return progress;
            }
        }
        return progress.in(Phase.BEGIN);
    }
}
