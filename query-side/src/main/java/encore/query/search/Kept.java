package encore.query.search;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import java.util.List;

/** The documents of one facet, from which this facet of the index is loaded and no other. */
interface Kept {

    List<Collection<?>> collections();

    /** Loads the facet after fans got their numbers. Other facets are loaded by other threads at the same time. */
    void load(Documents documents, FansInMemory memory);
}
