package encore.query.requirements;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.requirements.explanations.Explanation;
import encore.kernel.requirements.explanations.Explanation.Cause;
import encore.kernel.requirements.explanations.Explanation.ConditionState;
import encore.kernel.requirements.explanations.Explanation.ExplainedRequirement;
import encore.kernel.requirements.explanations.Explanation.ExplainedRule;
import encore.kernel.requirements.explanations.Explanation.Gift;
import encore.kernel.requirements.explanations.Explanation.GivenBy;
import encore.kernel.requirements.explanations.Explanation.Part;
import encore.kernel.requirements.explanations.ExplanationGiftBuilder;
import encore.kernel.requirements.explanations.ExplanationQuery;
import encore.kernel.requirements.explanations.ExplanationQuery.ExplainQuest;
import encore.kernel.requirements.explanations.ExplanationQuery.ExplainReward;
import encore.kernel.requirements.rules.Condition;
import encore.kernel.requirements.rules.DeedCondition;
import encore.kernel.requirements.rules.Rule;
import encore.kernel.requirements.simulations.WantedFacts;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.time.EffectiveTime;
import encore.kernel.time.Moment;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Explains from the log why a fan has something, or what is missing. Who has it is explained by the causes that its event
 * names; for others the log is read once more, with the same fold that automations use.
 */
@Component
class Explanations implements QueryComponent {

    /** The id of a command of an automation: the position whose event it answers, and an ordinal. */
    private static final Pattern SENT_AT = Pattern.compile("@(\\d{1,18})/");

    private final EventTail tail;
    private final QueryGateway queryGateway;
    private final long mostFacts;
    private final EventCatalogue catalogue = EventCatalogue.load();

    @Autowired
    Explanations(EventTail tail, QueryGateway queryGateway) {
        this(tail, queryGateway, LogReading.MAX_FACTS);
    }

    Explanations(EventTail tail, QueryGateway queryGateway, long mostFacts) {
        this.tail = tail;
        this.queryGateway = queryGateway;
        this.mostFacts = mostFacts;
    }

    @QueryHandler
    Explanation find(ExplainQuest query, Moment then) {
        return explain(query, then);
    }

    @QueryHandler
    Explanation find(ExplainReward query, Moment then) {
        return explain(query, then);
    }

    private Explanation explain(ExplanationQuery query, Moment then) {
        queryGateway.ask(RequireFan.known(query.account(), query.fanId()));
        long until = Math.min(then.position(), tail.head());
        RuleOfThing thing = new RuleOfThing(query, mostFacts);
        if (readStream(thing.stream(), until).isEmpty()) {
            throw Refusal.unknown("There is no such quest or reward.");
        }
        String streamOfGift = thing.streamOfGift();
        if (streamOfGift != null) {
            readStream(streamOfGift, until).stream()
                    .filter(each -> each.event() instanceof QuestCompleted)
                    .forEach(thing::fold);
        }
        LogReading.readAll(tail, query.account(), until, thing.wanted(), thing::fold);
        RecordedEvent gift = thing.gift();
        return gift == null
                ? missing(query, thing, until, then.isNow() ? query.now() : then.at())
                : given(query.fanId(), thing, gift);
    }

    /** Returns the first ten events of a stream up to a position. A completion has no more. */
    private List<RecordedEvent> readStream(String stream, long until) {
        return tail.readStream(stream, 0, 10).stream()
                .filter(each -> each.position() <= until)
                .toList();
    }

    private Explanation given(long fanId, RuleOfThing thing, RecordedEvent recordedEvent) {
        Gift gift = gift(recordedEvent);
        List<Long> positions = causesOf(recordedEvent.event());
        Rule version = versionOf(thing, recordedEvent, positions);
        boolean isReward = recordedEvent.event() instanceof RewardIssued;
        List<Cause> causes = positions.isEmpty()
                ? List.of()
                : tail.readAt(positions).stream()
                        .map(each -> cause(each, isReward))
                        .toList();
        return Explanation.given(fanId, gift, version == null ? null : shown(version), causes);
    }

    /** Returns the version by which an automation decided; for a call the one that was in force. */
    private static @Nullable Rule versionOf(RuleOfThing thing, RecordedEvent gift, List<Long> causes) {
        Matcher sent = SENT_AT.matcher(String.valueOf(gift.origin().requestId()));
        long decidedAt = causes.isEmpty() || !sent.find() ? gift.position() : Long.parseLong(sent.group(1));
        return thing.inForce(Math.min(decidedAt, gift.position()));
    }

    private static List<Long> causesOf(Event gift) {
        return switch (gift) {
            case QuestCompleted completed -> completed.causes();
            case RewardIssued issued -> issued.causes();
            default -> List.of();
        };
    }

    private static Gift gift(RecordedEvent recordedEvent) {
        return switch (recordedEvent.event()) {
            case RewardIssued issued ->
                gift(recordedEvent, issued.at(), issued.isByHand() ? GivenBy.HAND : GivenBy.RULE)
                        .number(issued.number())
                        .build();
            case QuestCompleted completed ->
                gift(recordedEvent, completed.at(), completed.causes().isEmpty() ? GivenBy.CALL : GivenBy.RULE)
                        .build();
            default -> throw new IllegalStateException("There is no gift at position " + recordedEvent.position());
        };
    }

    private static ExplanationGiftBuilder gift(RecordedEvent recordedEvent, Instant deed, GivenBy givenBy) {
        return ExplanationGiftBuilder.builder()
                .position(recordedEvent.position())
                .time(recordedEvent.at())
                .deedTimestamp(deed)
                .givenBy(givenBy)
                .actor(recordedEvent.origin().actor())
                .command(recordedEvent.origin().command())
                .effectiveAtIso(effectiveAt(recordedEvent));
    }

    private Cause cause(RecordedEvent recordedEvent, boolean ofReward) {
        return new Cause(
                recordedEvent.position(),
                recordedEvent.at(),
                part(recordedEvent.event(), ofReward),
                catalogue.of(recordedEvent.event().getClass()).type(),
                recordedEvent.stream(),
                recordedEvent.origin().actor(),
                recordedEvent.origin().command(),
                effectiveAt(recordedEvent));
    }

    /** Returns the time of its own of an event; null for none. */
    private static @Nullable Instant effectiveAt(RecordedEvent recordedEvent) {
        Instant given = switch (recordedEvent.event()) {
            case PointsAwarded awarded -> awarded.effectiveAt();
            case ActivityRecorded recorded -> recorded.effectiveAt();
            case QuestCompleted completed -> completed.effectiveAt();
            default -> null;
        };
        return new EffectiveTime(given, recordedEvent.at()).shown();
    }

    private static Part part(Event event, boolean ofReward) {
        return switch (event) {
            case FanSessionOpened opened -> Part.LOGIN;
            case ActivityRecorded recorded -> ofReward ? Part.ACTIVITY : Part.DEED;
            case PointsAwarded awarded -> Part.REQUIREMENT;
            case QuestCompleted completed -> Part.REQUIREMENT;
            case FanTagsChanged changed -> Part.REQUIREMENT;
            case TagMade made -> Part.REQUIREMENT;
            default -> Part.DEED;
        };
    }

    private Explanation missing(ExplanationQuery query, RuleOfThing thing, long until, Instant now) {
        Rule version = thing.inForce(until);
        List<ConditionState> conditions = new ArrayList<>(thing.obstacles(now));
        if (version == null) {
            return Explanation.missing(query.fanId(), null, null, conditions);
        }
        FanTrace trace = new FanTrace(version, new FanId(query.account(), query.fanId()), mostFacts);
        Set<Class<?>> wanted = Set.copyOf(WantedFacts.of(List.of(version)));
        LogReading.readAll(
                tail, query.account(), until, wanted, each -> trace.fold(each.event(), each.position(), each.at()));
        List<ConditionState> all = new ArrayList<>(trace.conditions());
        all.replaceAll(this::withBothTimes);
        all.addAll(conditions);
        boolean hasPlace = conditions.stream().noneMatch(each -> each.part() == Explanation.Part.PLACE);
        return Explanation.missing(query.fanId(), hasPlace ? trace.metPosition() : null, shown(version), all);
    }

    private ConditionState withBothTimes(ConditionState condition) {
        Long position = condition.position();
        if (position == null) {
            return condition;
        }
        RecordedEvent recordedEvent = tail.readAt(List.of(position)).getFirst();
        Instant effectiveAt = effectiveAt(recordedEvent);
        return effectiveAt == null ? condition : condition.with(recordedEvent.at(), effectiveAt);
    }

    private ExplainedRule shown(Rule rule) {
        RecordedEvent made = tail.readAt(List.of(rule.version())).getFirst();
        DeedCondition deed = rule.deed();
        return new ExplainedRule(
                rule.version(),
                made.at(),
                made.origin().actor(),
                requirement(rule.condition()),
                deed == null ? null : deed.type(),
                deed == null ? null : deed.from(),
                deed == null ? null : deed.until(),
                rule.expiresAt(),
                rule.places());
    }

    private static @Nullable ExplainedRequirement requirement(Condition condition) {
        return condition.kind() == Condition.Kind.NONE
                ? null
                : new ExplainedRequirement(
                        condition.pointUid(),
                        condition.pointUid() == null ? null : condition.points(),
                        condition.quests(),
                        condition.tag());
    }
}
