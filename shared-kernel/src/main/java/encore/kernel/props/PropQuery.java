package encore.kernel.props;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;

/** Everything that can be asked about props. */
public sealed interface PropQuery<R> extends Query<R> {

    /** The value that is stored under a name; JSON null when there is none. */
    record FindProp(long account, String propName) implements PropQuery<PropValue> {}

    /** An account's props, oldest first. */
    record FindProps(long account, Paging.NextKey paging) implements PropQuery<Page<Prop>> {}
}
