package encore.query.activities;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.activities.CampaignStanding;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.query.documents.FanDocumentKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps one standing for each campaign and fan, indexed so that the best are read without the others. */
final class CampaignStandings {

    private static final Order BEST_FIRST = Order.ascending("first", "second", "position");

    private final Collection<CampaignStanding> collection;
    private final FanDocumentKeys byFan = FanDocumentKeys.of("by_fan");

    CampaignStandings(String name) {
        this.collection = Collection.of(
                name, CampaignStanding.class, Index.on("account", "pageTabId", "first", "second", "position"));
    }

    List<Collection<?>> collections() {
        return List.of(collection, byFan.collection());
    }

    @Nullable
    CampaignStanding get(long account, long pageTabId, long fanId, Documents documents) {
        return documents.get(collection, key(account, pageTabId, fanId));
    }

    /** Replaces a standing that exists: its fan is registered here and not erased. */
    void replace(CampaignStanding standing, Documents.Batch documents) {
        documents.put(collection, key(standing.account(), standing.pageTabId(), standing.fanId()), standing);
    }

    /** Adds a standing, unless its fan is erased. */
    void add(CampaignStanding standing, Documents.Batch documents) {
        FanId fan = new FanId(standing.account(), standing.fanId());
        if (!byFan.isErased(fan, documents)) {
            String key = key(standing.account(), standing.pageTabId(), standing.fanId());
            documents.put(collection, key, standing);
            byFan.add(fan, key, documents);
        }
    }

    void removeAll(FanId fan, Documents.Batch documents) {
        byFan.erase(fan, documents).forEach(key -> documents.remove(collection, key));
    }

    /** Returns a page of standings, best first. The cursor consists of the three numbers that are compared. */
    Page<CampaignStanding> page(long account, long pageTabId, Paging.NextKey paging, Documents documents) {
        Where ofCampaign = Where.all(Where.equal("account", account), Where.equal("pageTabId", pageTabId));
        List<Row<CampaignStanding>> found =
                documents.find(collection, ofCampaign, BEST_FIRST, startAfter(paging.after()), paging.limit() + 1);
        return Page.of(found, paging.limit(), row -> cursor(row.document()), documents.position())
                .map(Row::document);
    }

    private static String cursor(CampaignStanding standing) {
        return standing.first() + "_" + standing.second() + "_" + standing.position();
    }

    /** No two standings share a position, so any text that sorts after all keys can stand for the key. */
    private static @Nullable List<?> startAfter(@Nullable String after) {
        if (after == null) {
            return null;
        }
        List<Object> place = new ArrayList<>(
                Arrays.stream(after.split("_")).map(Long::valueOf).toList());
        place.add("~");
        return place;
    }

    private static String key(long account, long pageTabId, long fanId) {
        return account + "." + pageTabId + "." + fanId;
    }
}
