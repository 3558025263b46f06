package encore.query.search.stores;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.query.search.index.FanIndex;
import encore.query.ticketchunks.TicketDocuments;
import java.util.List;

/** Stores the tickets of fans. */
public final class TicketStore implements FacetStore {

    @Override
    public List<Collection<?>> collections() {
        return TicketDocuments.collections();
    }

    @Override
    public void load(Documents documents, FanIndex fanIndex) {
        TicketDocuments.load(documents, fanIndex);
    }
}
