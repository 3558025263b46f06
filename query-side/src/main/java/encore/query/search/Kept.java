package encore.query.search;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import java.util.List;

/** The documents of one feature, from which its part of the memory is loaded, that of no other. */
interface Kept {

    List<Collection<?>> collections();

    /** When fans have their numbers; other features are loaded at the same time. */
    void load(Documents documents, FansInMemory memory);
}
