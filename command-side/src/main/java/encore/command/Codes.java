package encore.command;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.scans.Code;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Who holds the codes that are scanned at doors: who said so last. Scans and those who hold codes contend for the same
 * claims, so that each finds the other, whoever was first (ADR 59).
 */
public final class Codes {

    private Codes() {}

    /**
     * Takes what is new of a registration's or ticket's codes, and lets go of what it says no more. What was scanned before
     * anybody held it is told whose it is, in the same commit.
     *
     * @param before what it said until now, which another may hold since: that one keeps it
     */
    public static void hold(
            StreamId holder, List<Code> before, List<Code> now, Claims claims, Streams streams, Facts facts) {
        Set<String> found = new HashSet<>();
        for (Code code : now) {
            Claim claim = claim(holder.account(), code);
            String owner = before.contains(code) ? holder.toString() : claims.owner(claim);
            if (!holder.toString().equals(owner)) {
                if (owner != null) {
                    claims.release(claim, new Owner(holder.account(), owner));
                    if (CodeId.is(owner) && streams.isOpen(CodeId.parse(owner)) && found.add(owner)) {
                        facts.end(CodeId.parse(owner), new CodeFound(CodeId.parse(owner), holder.toString()));
                    }
                }
                claims.take(claim, holder);
            }
        }
        for (Code code : before) {
            Claim claim = claim(holder.account(), code);
            if (!now.contains(code) && holder.toString().equals(claims.owner(claim))) {
                claims.release(claim, holder);
            }
        }
    }

    /** The claim on a code. */
    public static Claim claim(long account, Code code) {
        return new Claim(Code.SPACE, account, code.claimed());
    }

    /** Whoever holds a code, of whatever kind. */
    private record Owner(long account, String name) implements StreamId {
        @Override
        public String toString() {
            return name;
        }
    }
}
