package encore.kernel.shows;

import java.util.Map;

/** The states of shows by page_tab_id. Shows without events are left out. */
public record LiveStatuses(Map<Long, ShowState> byCampaign) {

    public LiveStatuses {
        byCampaign = Map.copyOf(byCampaign);
    }

    public ShowState of(long pageTabId) {
        return byCampaign.getOrDefault(pageTabId, ShowState.OFF);
    }
}
