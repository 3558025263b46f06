package encore.command;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.FillInNamedFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fan of a record that other systems send under a key, night after night. The key is looked up before the
 * contact: a repeat changes nothing of the fan and does not bring an erased fan back (ADR 59).
 */
public final class RecordOwner {

    /** The type of the refusal of a repeated record that comes with another contact than it has. */
    public static final String OTHER_CONTACT = "another-contact";

    private RecordOwner() {}

    /**
     * Sends a new record's command for the fan that has its contact, or for a new fan.
     *
     * @param contact {@link FindOrRegisterFan#ofNewRecord}
     * @param record makes the record's command for the fan
     */
    public static <R> R addRecord(Dispatch dispatch, FindOrRegisterFan contact, Function<FanId, Command<R>> record) {
        return dispatch.sendLast(record.apply(findOwner(dispatch, contact)));
    }

    /**
     * Sends a new record's command for the fan that the call names, after the record's values reached that fan.
     *
     * @param record the record's command for the fan
     */
    public static <R> R addRecord(Dispatch dispatch, FillInNamedFan named, Command<R> record) {
        try {
            dispatch.send(named);
        } catch (Refusal refusal) {
            throw refusal.kind() == Refusal.Kind.UNKNOWN ? erasedFanRefusal() : refusal;
        }
        return dispatch.sendLast(record);
    }

    /**
     * Sends a repeated record's command: first without a fan, and again with one if the record refuses because its
     * contact differs.
     *
     * @param contact {@link FindOrRegisterFan#ofMovedRecord}
     * @param record makes the record's command for the fan that it moves to; null in the first attempt
     */
    public static <R> R repeatRecord(
            Dispatch dispatch, FindOrRegisterFan contact, Function<@Nullable FanId, Command<R>> record) {
        try {
            return dispatch.sendLast(record.apply(null));
        } catch (Refusal refusal) {
            if (!refusal.type().equals(OTHER_CONTACT)) {
                throw refusal;
            }
            return dispatch.sendLast(record.apply(findOwner(dispatch, contact)));
        }
    }

    /** Returns the refusal of a repeated record whose contact differs. */
    public static Refusal otherContactRefusal() {
        return new Refusal(Refusal.Kind.CONFLICT, OTHER_CONTACT, "This record has another contact; try again.");
    }

    /** Refuses a new record whose id another record has. */
    public static void requireNew(@Nullable Object id) {
        if (id != null) {
            throw new Refusal(Refusal.Kind.CONFLICT, "uid-taken", "Another record has this uid; try again.");
        }
    }

    /** Refuses a fan that was erased after it was found. */
    public static void requireOpenFan(@Nullable FanId fan, Streams streams) {
        if (fan != null && !streams.isOpen(fan)) {
            throw erasedFanRefusal();
        }
    }

    private static Refusal erasedFanRefusal() {
        return new Refusal(Refusal.Kind.CONFLICT, "fan-gone", "The fan has just been erased; try again.");
    }

    /** Returns the claim on a key that is unique in a network. The network's length separates the two. */
    public static Claim keyClaim(String space, long account, @Nullable String network, @Nullable String key) {
        String on = network == null ? "" : network;
        return new Claim(space, account, on.length() + ":" + on + key);
    }

    /** Returns the owner of a record's key in the spelling as sent, or else in ours; null when neither is known. */
    public static @Nullable String ownerOfEither(Claim sent, Claim respelled, Claims claims) {
        String owner = claims.ownerOf(sent);
        return owner == null && !respelled.equals(sent) ? claims.ownerOf(respelled) : owner;
    }

    private static FanId findOwner(Dispatch dispatch, FindOrRegisterFan contact) {
        return new FanId(contact.fan().account(), dispatch.send(contact).fanId());
    }
}
