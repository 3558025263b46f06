package encore.kernel.contacts.messages;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;

/** Everything that can be asked about messages with codes. */
public sealed interface MessagesQuery<R> extends Query<R> {

    /** The messages of an account that the demo shows instead of sending them, newest first. */
    record FindDemoMessages(long account, Paging.NextKey paging) implements MessagesQuery<Page<DemoMessage>> {}
}
