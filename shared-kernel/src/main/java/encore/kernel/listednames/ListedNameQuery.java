package encore.kernel.listednames;

import encore.kernel.Query;
import encore.kernel.paging.Paging;
import java.util.List;
import java.util.Objects;

/** Everything that can be asked about the names of things in lists. */
public sealed interface ListedNameQuery<R> extends Query<R> {

    /**
     * The things of a kind whose names have a word that begins with a text, in the order of the names from that word on. A
     * thing comes once. Some of the things may be gone: whoever keeps them knows.
     *
     * @param kind the first part of the names of their streams
     * @param paging with the text
     */
    record FindThingsNamed(long account, String kind, Paging.NextKey paging)
            implements ListedNameQuery<List<ThingNamed>> {
        public FindThingsNamed {
            Objects.requireNonNull(paging.q(), "The text that names begin with");
        }
    }

    /**
     * A thing that was found by its name.
     *
     * @param stream the name of its stream
     * @param key the key of a page that ends with it
     */
    record ThingNamed(String stream, String key) {}

    /**
     * The names of things of an account, in the order in which they are asked for. Things without a name, removed things and
     * things of other accounts are left out.
     *
     * @param streams the names of their streams
     */
    record FindNamesOfThings(long account, List<String> streams) implements ListedNameQuery<List<NameOfThing>> {
        public FindNamesOfThings {
            streams = List.copyOf(streams);
        }
    }

    /**
     * The name of a thing.
     *
     * @param stream the name of its stream
     */
    record NameOfThing(String stream, String name) {}
}
