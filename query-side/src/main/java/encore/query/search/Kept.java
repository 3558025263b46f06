package encore.query.search;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import java.util.List;

/** The documents of one feature, from which its part of the memory is loaded. */
interface Kept {

    List<Collection<?>> collections();

    void load(Documents documents, FansInMemory memory);
}
