package encore.infra.views;

import java.util.List;
import java.util.Map;

/**
 * Keeps who writes which projection, between the processes that share a store. Time is not kept here: whoever looks on
 * tells by a node's beat, whether it moves, that the node lives.
 */
public interface Ownership {

    /** Nobody's name: a claim that is free. */
    String NOBODY = "";

    /** Makes the node known, and that it lives. */
    void beat(String node, long beat);

    /** Takes a node off the list. */
    void leave(String node);

    List<Node> nodes();

    /** One for each projection that was ever {@link #declare declared}. */
    List<Claim> claims();

    /** Makes a free claim for a projection that has none. */
    void declare(String projection);

    /**
     * Hands a claim over.
     *
     * @param seen as it was read; when it has changed since, nothing happens
     * @return whether it was handed over
     */
    boolean give(Claim seen, String to);

    /** Asks the owner for a claim; it is given as soon as the owner looks. */
    void want(String projection, String node);

    /** Says that somebody waits until a projection has come to a position. */
    void await(String projection, long position);

    /** The furthest position that was ever waited for, of each projection. */
    Map<String, Long> awaited();

    /** A process that shares the store. */
    record Node(String id, long beat) {}

    /**
     * Names who owns a projection: all of its versions, so that they can be held still together.
     *
     * @param epoch goes up whenever it changes hands
     * @param wanted who asked for it, or {@link #NOBODY}
     */
    record Claim(String projection, String owner, long epoch, String wanted) {}
}
