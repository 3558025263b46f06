package encore.query.search;

import encore.query.image.Image;
import java.util.List;

/** What one feature says of an account's fans in memory: a file of its own for each. */
interface Facet extends Image.Parts {

    /** Adds the conditions that a search makes of it. */
    void criteria(Wanted wanted, List<Criterion> all);

    /** The fans of whom something changed that its conditions look at. */
    Changes changes();

    /** Lets go of a fan that was erased; its number is nobody's from now on. */
    void forget(int fan);
}
