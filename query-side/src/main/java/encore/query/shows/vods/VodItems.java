package encore.query.shows.vods;

import encore.kernel.shows.vods.Vod;
import encore.kernel.shows.vods.VodQuery.FindApprovedVods;
import encore.query.projection.QueryGateway;
import encore.query.shows.control.VodItemSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Tells the approved vods of a show in its frames, with the fields that the contract has for them (spec 1, 6). */
@Component
class VodItems implements VodItemSource {

    private final QueryGateway queryGateway;

    VodItems(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public List<ObjectNode> vods(long account, long pageTabId) {
        return queryGateway.ask(FindApprovedVods.ofAllPages(account, pageTabId)).stream()
                .map(VodItems::item)
                .toList();
    }

    private static ObjectNode item(Vod vod) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("activity_id", vod.activityId())
                .put("clicks", vod.clicks())
                .put("creation_timestamp", vod.creationTimestamp().getEpochSecond())
                .put("description", vod.description())
                .put("fan_id", vod.fanId())
                .put("field_idx", vod.fieldIdx())
                .put("impressions", vod.impressions())
                .put("is_approved", vod.isApproved())
                .put("is_correct", vod.isCorrect())
                .put("media_uid", text(vod.mediaUid()))
                .put("negative_vote_count", vod.negativeVoteCount())
                .put("option_id", vod.optionId())
                .put("option_name", vod.optionName())
                .put("option_type", vod.optionType())
                .put("page_tab_id", vod.pageTabId());
    }

    private static @Nullable String text(@Nullable UUID uid) {
        return uid == null ? null : uid.toString();
    }
}
