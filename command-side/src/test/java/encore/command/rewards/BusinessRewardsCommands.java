package encore.command.rewards;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.rewards.RewardCommand.CheckNewReward;
import encore.kernel.rewards.RewardCommand.OpenReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import java.util.Random;
import org.jspecify.annotations.Nullable;

class BusinessRewardsCommands implements RandomCommands {

    private long last;

    @Override
    public Class<?> aggregate() {
        return BusinessRewards.class;
    }

    @Override
    public Command<?> next(Random random) {
        OpenReward open = open(random.nextInt(5) == 0 ? null : "Reward " + ++last);
        return random.nextInt(3) == 0 ? new CheckNewReward(open) : open;
    }

    private OpenReward open(@Nullable String title) {
        RewardDetails details = RewardDetailsBuilder.builder(RewardDetails.NONE)
                .rewardTitle(title)
                .build();
        return new OpenReward(new RewardId(7, "r" + last), 9, RewardType.BADGE, "points", details);
    }
}
