package encore.query.shows.chat;

import encore.kernel.fans.Fan;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.shows.chat.ChatQuery.FindChatTerms;
import encore.query.projection.QueryGateway;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names and moderator statuses of the authors of some messages of one show, as of now. */
public record ChatJoins(Map<Long, Fan> fans, Set<Long> showModerators) {

    static final ChatJoins NONE = new ChatJoins(Map.of(), Set.of());

    private static final String MODERATOR = "moderator";

    /** Asks for the authors of some messages, once for a whole page. */
    public static ChatJoins of(long account, long pageTabId, Collection<Long> fanIds, QueryGateway queryGateway) {
        List<Long> distinct = fanIds.stream().distinct().sorted().toList();
        if (distinct.isEmpty()) {
            return NONE;
        }
        Map<Long, Fan> fans = new HashMap<>();
        queryGateway.ask(new FindFans(account, distinct, false)).forEach(fan -> fans.put(fan.fanId(), fan));
        return new ChatJoins(
                fans,
                Set.copyOf(
                        queryGateway.ask(new FindChatTerms(account, pageTabId)).moderators()));
    }

    /** Returns whether the fan exists. An erased one has neither name nor messages. */
    public boolean isKnown(long fanId) {
        return fans.containsKey(fanId);
    }

    public @Nullable String displayName(long fanId) {
        Fan fan = fans.get(fanId);
        return fan == null ? null : fan.displayName();
    }

    public @Nullable String moderatorStatus(long fanId) {
        Fan fan = fans.get(fanId);
        boolean ofAccount = fan != null && fan.moderatorStatus() != null;
        return ofAccount || showModerators.contains(fanId) ? MODERATOR : null;
    }
}
