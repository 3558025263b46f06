package encore.command.requirements;

import encore.kernel.Event;
import encore.kernel.requirements.rules.Facts;
import encore.kernel.requirements.rules.FactsInMemory;
import encore.kernel.requirements.rules.Fulfilment;
import encore.kernel.requirements.rules.Rule;
import encore.kernel.requirements.rules.RuleBook;
import encore.kernel.requirements.rules.RuleFold;
import encore.kernel.requirements.rules.RuleFold.Scope;
import encore.kernel.requirements.rules.RuleHistory;
import encore.kernel.requirements.rules.RuleIndex;
import encore.kernel.requirements.rules.RuleReplay;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows a log in memory as automations do: a rule that begins is applied to the past at once. */
final class RulesUnderTest {

    record Recorded(Event event, long position, Instant at) {}

    final List<Recorded> log = new ArrayList<>();
    final List<Fulfilment> received = new ArrayList<>();
    final FactsInMemory facts = new FactsInMemory();
    private Instant now = Instant.EPOCH;

    RulesUnderTest at(Instant then) {
        now = then;
        return this;
    }

    RulesUnderTest when(Event... events) {
        for (Event event : events) {
            Recorded recorded = new Recorded(event, log.size() + 1, now);
            log.add(recorded);
            for (Rule rule :
                    RuleBook.fold(facts, event, recorded.position(), now).begun()) {
                if (RuleIndex.ready(facts, rule.id()) == null) {
                    backfill(rule);
                }
            }
            received.addAll(RuleFold.fold(facts, Scope.ALL, event, recorded.position(), now));
        }
        return this;
    }

    private void backfill(Rule rule) {
        FactsInMemory own = new FactsInMemory();
        RuleReplay replay = new RuleReplay(own, List.of(new RuleReplay.Span(rule, null)));
        log.forEach(each -> received.addAll(replay.fold(each.event(), each.position(), each.at())));
        received.addAll(replay.advance(rule.version()));
        Facts.OF_RULES.forEach(
                type -> own.documents().getOrDefault(type, Map.of()).forEach(facts::put));
        RuleIndex.put(facts, rule, true);
    }

    /** Returns the fans that each rule finds when all its versions are applied to the whole log, by its stream. */
    Map<String, List<RuleMatch>> replayed() {
        RuleHistory history = new RuleHistory();
        Set<String> streams = new HashSet<>();
        for (Recorded each : log) {
            history.fold(each.event(), each.position(), each.at()).begun().forEach(rule -> streams.add(rule.stream()));
        }
        Map<String, List<RuleMatch>> replayed = new HashMap<>();
        for (String stream : streams) {
            List<Fulfilment> met = new ArrayList<>();
            RuleReplay replay = new RuleReplay(new FactsInMemory(), history.of(stream));
            log.forEach(each -> met.addAll(replay.fold(each.event(), each.position(), each.at())));
            met.addAll(replay.advance(log.size()));
            if (!met.isEmpty()) {
                replayed.put(stream, first(met));
            }
        }
        return replayed;
    }

    /** Returns the answered fans, once each, in the order of the answers. */
    List<RuleMatch> first() {
        return first(received);
    }

    private static List<RuleMatch> first(List<Fulfilment> all) {
        List<RuleMatch> first = new ArrayList<>();
        for (Fulfilment each : all) {
            RuleMatch received = new RuleMatch(each.rule().stream(), each.fanId(), each.at(), each.causes());
            if (first.stream()
                    .noneMatch(before -> before.rule().equals(received.rule()) && before.fan() == received.fan())) {
                first.add(received);
            }
        }
        return first;
    }

    record RuleMatch(String rule, long fan, Instant at, List<Long> causes) {}
}
