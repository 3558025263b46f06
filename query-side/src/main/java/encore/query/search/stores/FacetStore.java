package encore.query.search.stores;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.query.search.index.FanIndex;
import java.util.List;

/** The documents of one facet, from which this facet of the index is loaded and no other. */
public interface FacetStore {

    List<Collection<?>> collections();

    /** Loads the facet after fans got their numbers. Other facets are loaded by other threads at the same time. */
    void load(Documents documents, FanIndex fanIndex);
}
