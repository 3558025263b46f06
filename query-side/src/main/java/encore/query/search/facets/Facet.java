package encore.query.search.facets;

import encore.query.image.MemoryImage;
import encore.query.search.criteria.Criterion;
import encore.query.search.criteria.FanChangeLog;
import encore.query.search.criteria.SearchRequest;
import java.util.List;

/** The part of an account's fan index that belongs to one feature. */
public interface Facet extends MemoryImage.Imageable {

    /** Adds the criteria that a search has for this facet. */
    void addCriteria(SearchRequest request, List<Criterion> criteria);

    /** Returns the log of fans whose values of this facet changed. */
    FanChangeLog changeLog();

    /** Removes the values of an erased fan. Its number is not used again. */
    void forget(int fan);
}
