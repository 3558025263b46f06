package encore.api.paging;

import java.util.List;

/**
 * An answer that is a list 'with meta', as the contract calls it.
 *
 * @param <M> a record, or the meta of one of the spellings in {@link Pages}
 */
public record Listing<M, T>(M meta, List<T> data) {
    public Listing {
        data = List.copyOf(data);
    }
}
