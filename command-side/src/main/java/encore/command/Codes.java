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
 * Claims on codes that are scanned at doors. The last registration or ticket that names a code holds it. Scans and
 * holders compete for the same claims, so that each finds the other in either order (ADR 59).
 */
public final class Codes {

    private Codes() {}

    /**
     * Takes the claims on a registration's or ticket's new codes, and releases those on codes that it no longer has. If
     * a code was scanned before anybody held it, its holder is recorded in the same commit.
     *
     * @param before the codes until now. Another holder may have taken one since: that holder keeps it
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

    /** Returns the claim on a code. */
    public static Claim claim(long account, Code code) {
        return new Claim(Code.SPACE, account, code.claimed());
    }

    /** A holder of a code, of any kind. */
    private record Owner(long account, String name) implements StreamId {
        @Override
        public String toString() {
            return name;
        }
    }
}
