package encore.query.shows.vods;

import encore.kernel.shows.control.LiveVod;
import encore.kernel.shows.vods.VodQuery.FindApprovedVods;
import encore.query.projection.QueryGateway;
import encore.query.shows.control.VodItemSource;
import java.util.List;
import org.springframework.stereotype.Component;

/** Adds the approved vods of a show to its frames, with the fields that the contract has for them (spec 1, 6). */
@Component
class VodItems implements VodItemSource {

    private final QueryGateway queryGateway;

    VodItems(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public List<LiveVod> vods(long account, long pageTabId) {
        return queryGateway.ask(FindApprovedVods.ofAllPages(account, pageTabId)).stream()
                .map(LiveVod::of)
                .toList();
    }
}
