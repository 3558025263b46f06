package encore.query.search;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.query.sold.SoldTickets;
import java.util.List;

/** Stores the tickets of fans. */
final class KeptTickets implements Kept {

    @Override
    public List<Collection<?>> collections() {
        return SoldTickets.collections();
    }

    @Override
    public void load(Documents documents, FansInMemory memory) {
        SoldTickets.load(documents, memory);
    }
}
