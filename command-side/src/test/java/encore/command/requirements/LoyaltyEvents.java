package encore.command.requirements;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionEventQuestCompletedBuilder;
import encore.kernel.completions.CompletionId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.points.QuestAward;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestDeleted;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import encore.kernel.registrations.Registrant;
import encore.kernel.registrations.RegistrationDetailsBuilder;
import encore.kernel.registrations.RegistrationEvent.RegistrationRecorded;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardEventRewardIssuedBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanDetailsBuilder;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.scans.ScanId;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.sessions.logins.LoginDetailsBuilder;
import encore.kernel.sessions.logins.LoginNetwork;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import java.time.Instant;
import java.util.List;

/** Makes events of loyalty as they stand in the log. */
final class LoyaltyEvents {

    static final long ACCOUNT = 7;
    static final long BUSINESS = 70;
    static final String POINTS = "points-uid";
    static final String PERFORMANCE = "performance-uid";

    private LoyaltyEvents() {}

    static FanId fan(long number) {
        return new FanId(ACCOUNT, number);
    }

    static QuestId quest(long number) {
        return new QuestId(ACCOUNT, number);
    }

    static RewardId reward(String uid) {
        return new RewardId(ACCOUNT, uid);
    }

    static QuestDetailsBuilder questDetails() {
        return QuestDetailsBuilder.builder().questTitle("A quest");
    }

    static QuestCreated questCreated(long number, QuestType type, QuestDetailsBuilder details) {
        return new QuestCreated(quest(number), BUSINESS, type, POINTS, null, details.build());
    }

    static QuestChanged questChanged(long number, QuestDetailsBuilder changes) {
        return QuestChanged.of(quest(number), Patch.of(changes.build()));
    }

    static QuestDeleted questDeleted(long number) {
        return new QuestDeleted(quest(number));
    }

    static QuestDetailsBuilder scanQuest(Instant from, Instant to) {
        return questDetails()
                .performanceUid(PERFORMANCE)
                .siteName("Gate / Süd")
                .scanGroupNames(List.of("VIP", "Door 1"))
                .scanMinTimestamp(from)
                .scanMaxTimestamp(to);
    }

    static RewardDetailsBuilder rewardForPoints(long points) {
        return RewardDetailsBuilder.builder()
                .rewardTitle("A reward")
                .requirementType(RequirementType.FAN_POINTS)
                .fanPointsRequired(points);
    }

    static RewardCreated rewardCreated(String uid, RewardDetailsBuilder details) {
        return new RewardCreated(reward(uid), BUSINESS, RewardType.BADGE, POINTS, details.build());
    }

    static RewardChanged rewardChanged(String uid, RewardDetailsBuilder changes) {
        return RewardChanged.of(reward(uid), BUSINESS, Patch.of(changes.build()));
    }

    static ActivityRecorded entered(long fan, long campaign) {
        return new ActivityRecorded(
                new ActivityId(ACCOUNT, "activity"),
                fan(fan),
                "A campaign",
                campaign,
                null,
                BUSINESS,
                List.of(),
                ActivityDetails.NONE,
                null);
    }

    /** Returns the same activity with a time of its own; null for none. */
    static ActivityRecorded effective(ActivityRecorded recorded, Instant effectiveAt) {
        return ActivityEventActivityRecordedBuilder.builder(recorded)
                .effectiveAt(effectiveAt)
                .build();
    }

    /** Returns the same award with a time of its own; null for none. */
    static PointsAwarded effective(PointsAwarded awarded, Instant effectiveAt) {
        return PointsEventPointsAwardedBuilder.builder(awarded)
                .effectiveAt(effectiveAt)
                .build();
    }

    static FanSessionOpened loggedIn(long fan) {
        return new FanSessionOpened(
                new LoginsId(fan(fan)),
                "ref",
                LoginDetailsBuilder.builder()
                        .businessId(BUSINESS)
                        .network(LoginNetwork.EMAIL)
                        .loginType(LoginType.CODE)
                        .loginSource(LoginSource.CONNECT)
                        .build(),
                null,
                Instant.EPOCH);
    }

    static PointsAwarded awarded(long fan, long count, long balance) {
        return awarded(fan, count, balance, null);
    }

    /** @param deed the time of the deed that completed a quest; null for an award by a call */
    static PointsAwarded awarded(long fan, long count, Long balance, Instant deed) {
        return PointsEventPointsAwardedBuilder.builder()
                .ledger(new LedgerId(fan(fan), POINTS))
                .fanPointUid("award")
                .count(count)
                .pointType("points")
                .source(deed == null ? "call" : "quest")
                .balance(balance)
                .quest(deed == null ? null : new QuestAward(null, deed))
                .build();
    }

    static QuestCompleted completed(long fan, long quest, Instant at) {
        return CompletionEventQuestCompletedBuilder.builder()
                .completion(CompletionId.of(quest(quest), fan))
                .businessId(BUSINESS)
                .at(at)
                .causes(List.of())
                .pointUid(POINTS)
                .build();
    }

    static RewardIssued issued(long fan, String uid, long number) {
        return RewardEventRewardIssuedBuilder.builder()
                .reward(reward(uid))
                .fanId(fan)
                .businessId(BUSINESS)
                .number(number)
                .fanPointUid("uid")
                .pointUid(POINTS)
                .pointType("points")
                .at(Instant.EPOCH)
                .causes(List.of())
                .isByHand(false)
                .build();
    }

    static TagMade tagMade(long tag, String name) {
        return new TagMade(new TagId(ACCOUNT, tag), name);
    }

    static FanTagsChanged tagged(long fan, long tag) {
        return new FanTagsChanged(fan(fan), List.of(tag), List.of());
    }

    static FanTagsChanged untagged(long fan, long tag) {
        return new FanTagsChanged(fan(fan), List.of(), List.of(tag));
    }

    static TierAdded tierAdded(String uid, long minPoints) {
        return new TierAdded(new PointTiersId(ACCOUNT, POINTS), uid, "Gold", minPoints);
    }

    static TierChanged tierChanged(String uid, long minPoints) {
        return new TierChanged(new PointTiersId(ACCOUNT, POINTS), uid, "Gold", minPoints);
    }

    static FanErased erased(long fan) {
        return new FanErased(fan(fan));
    }

    static TicketEventId ticketEvent(String uid) {
        return new TicketEventId(ACCOUNT, uid);
    }

    static Event eventMade(String uid) {
        return new TicketEventMade(ticketEvent(uid), eventDetails(uid).build(), true);
    }

    static Event eventLinked(String uid) {
        return new TicketEventCurated(
                ticketEvent(uid), eventDetails(uid).performanceUid(PERFORMANCE).build());
    }

    static Event eventUnlinked(String uid) {
        return new TicketEventCurated(ticketEvent(uid), eventDetails(uid).build());
    }

    private static TicketEventDetailsBuilder eventDetails(String uid) {
        return TicketEventDetailsBuilder.builder().network("shop").eventKey("key-" + uid);
    }

    static TicketRecorded ticket(long fan, String ticket, String event) {
        return new TicketRecorded(
                new TicketId(ACCOUNT, ticket),
                fan(fan),
                ticketEvent(event),
                new TicketState(TicketDetailsBuilder.builder().build(), null, TicketOriginals.EMPTY));
    }

    static RegistrationRecorded registered(long fan, String registration, String event, String lookup, Instant at) {
        return new RegistrationRecorded(
                new RegistrationId(ACCOUNT, registration),
                fan(fan),
                RegistrationDetailsBuilder.builder()
                        .network("shop")
                        .eventKey("key-" + event)
                        .lookupId(lookup)
                        .registrationTimestamp(at)
                        .build(),
                Registrant.EMPTY);
    }

    static ScanRecorded scanned(String holder, Instant time) {
        return scanned(holder, time, "Door 1", true);
    }

    static ScanRecorded scanned(String holder, Instant time, String group, Boolean isSuccess) {
        return new ScanRecorded(
                new ScanId(ACCOUNT, "scan"),
                holder,
                ScanDetailsBuilder.builder()
                        .network("shop")
                        .eventKey("key-e1")
                        .fgtSiteName("Gate / Süd")
                        .scanGroupName(group)
                        .isSuccess(isSuccess)
                        .scanTimestamp(time)
                        .build());
    }

    static CodeFound found(String code, String holder) {
        return new CodeFound(new CodeId(ACCOUNT, code), holder);
    }
}
