package encore.kernel.contacts.messages;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.Days;
import java.time.LocalDate;
import java.util.List;

/** Everything that can be asked about messages with codes. */
public sealed interface MessagesQuery<R> extends Query<R> {

    /**
     * The messages of an account that the demo shows instead of sending them, newest first.
     *
     * @param showsLinks whether links by which people set passwords are shown; otherwise only that one was sent
     */
    record FindDemoMessages(long account, boolean showsLinks, Paging.NextKey paging)
            implements MessagesQuery<Page<DemoMessage>> {}

    /** The numbers of codes by SMS on some days, for each day with any, in the order of the days. */
    record CountSms(long account, Days days) implements MessagesQuery<List<SmsDay>> {}

    /**
     * The numbers of codes by SMS of a UTC day. A request counts on its day, and its outcome on its own.
     *
     * @param sent the number that the gateway for SMS or the demo's mailbox took
     * @param failed the number that was not delivered
     */
    record SmsDay(LocalDate date, long requested, long sent, long failed) {}
}
