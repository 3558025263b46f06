package encore.query.requirements;

import encore.kernel.Patch;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.fans.FanId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEventRewardIssuedBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardState;
import encore.kernel.rewards.RewardType;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.sessions.logins.LoginDetailsBuilder;
import encore.kernel.sessions.logins.LoginNetwork;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import encore.query.runner.MemoryTail;
import java.time.Instant;
import java.util.List;

/** A log of what leads to rewards, of account 7. Each method returns the position of its event. */
final class RewardLog {

    static final long BUSINESS = 70;
    static final RewardId CAP = new RewardId(7, "cap");
    static final RewardDetails FOR_50 = RewardDetailsBuilder.builder()
            .rewardTitle("A cap")
            .requirementType(RequirementType.FAN_POINTS)
            .fanPointsRequired(50L)
            .build();

    final MemoryTail tail = new MemoryTail();

    static RewardState state(RewardDetails details) {
        return new RewardState(BUSINESS, RewardType.BADGE, "discs", details, 0, false);
    }

    static FanId fan(long number) {
        return new FanId(7, number);
    }

    long created(RewardDetails details) {
        return tail.append(CAP.toString(), new RewardCreated(CAP, BUSINESS, RewardType.BADGE, "discs", details));
    }

    long changed(RewardDetails changes) {
        return tail.append(CAP.toString(), RewardChanged.of(CAP, BUSINESS, Patch.of(changes)));
    }

    long loggedIn(long fan) {
        FanSessionOpened opened = login(fan);
        return tail.append(opened.logins().toString(), opened);
    }

    static FanSessionOpened login(long fan) {
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

    long active(long fan) {
        ActivityRecorded recorded = activity(fan, "a" + tail.head());
        return tail.append(recorded.activity().toString(), recorded);
    }

    static ActivityRecorded activity(long fan, String uid) {
        return new ActivityRecorded(
                new ActivityId(7, uid),
                fan(fan),
                "A campaign",
                900L,
                null,
                BUSINESS,
                List.of(),
                ActivityDetails.NONE,
                null);
    }

    long awarded(long fan, long count, long balance) {
        PointsAwarded award = award(fan, count, balance);
        return tail.append(award.ledger().toString(), award);
    }

    /** @param effectiveAt the time of its own */
    long awarded(long fan, long count, long balance, Instant effectiveAt) {
        PointsAwarded award = PointsEventPointsAwardedBuilder.builder(award(fan, count, balance))
                .effectiveAt(effectiveAt)
                .build();
        return tail.append(award.ledger().toString(), award);
    }

    static PointsAwarded award(long fan, long count, long balance) {
        return PointsEventPointsAwardedBuilder.builder()
                .ledger(new LedgerId(fan(fan), "discs"))
                .fanPointUid("uid")
                .count(count)
                .pointType("points")
                .source("call")
                .balance(balance)
                .build();
    }

    long issued(long fan, long number, List<Long> causes, boolean isByHand) {
        return tail.append(
                CAP.toString(),
                RewardEventRewardIssuedBuilder.builder()
                        .reward(CAP)
                        .fanId(fan)
                        .businessId(BUSINESS)
                        .number(number)
                        .fanPointUid("uid")
                        .pointUid("discs")
                        .pointType("points")
                        .at(Instant.EPOCH)
                        .causes(causes)
                        .isByHand(isByHand)
                        .build());
    }
}
