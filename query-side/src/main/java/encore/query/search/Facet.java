package encore.query.search;

import encore.query.image.Image;
import java.util.List;

/** The part of an account's fan index that belongs to one feature. */
interface Facet extends Image.Parts {

    /** Adds the criteria that a search has for this facet. */
    void criteria(Wanted wanted, List<Criterion> all);

    /** Returns the log of fans whose values of this facet changed. */
    Changes changes();

    /** Removes the values of an erased fan. Its number is not used again. */
    void forget(int fan);
}
