package encore.infra.backend;

import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The haste of a query. A gateway puts it into the context of the subscription that asks. */
public enum Pace {

    /** Somebody waits for the answer: it is given in time or not at all. */
    ORDINARY,

    /** A portion of a long answer that is sent as it is read. It gives way to others, and may take longer. */
    STREAM;

    /** Returns a context whose queries have this pace. */
    public Context addTo(Context context) {
        return context.put(Pace.class, this);
    }

    /** Returns the pace of a subscription. */
    public static Pace of(ContextView context) {
        return context.hasKey(Pace.class) ? context.get(Pace.class) : ORDINARY;
    }
}
