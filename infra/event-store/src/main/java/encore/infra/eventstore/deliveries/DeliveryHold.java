package encore.infra.eventstore.deliveries;

import encore.infra.eventstore.log.TokenStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says whether webhooks, mail and text messages are held. They are in a restored or copied installation until the
 * operator releases them, and always while {@code ENCORE_DELIVERIES} is off.
 */
public final class DeliveryHold {

    /** The token that says that the log had a permission. Backups and copies contain tokens. */
    static final String TOKEN = "deliveries";

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryHold.class);
    private static final long LOOK_AGAIN = Duration.ofSeconds(1).toNanos();

    private final DeliveryPermission permission;
    private final boolean isOn;
    private final AtomicLong nextLook = new AtomicLong(System.nanoTime());
    private volatile boolean isReleased;

    private DeliveryHold(DeliveryPermission permission, boolean isOn) {
        this.permission = permission;
        this.isOn = isOn;
    }

    /**
     * Reads the state at a start. A log that never had a permission, because it is new or of an earlier build, gets one.
     *
     * @param isOn whether the settings allow deliveries
     */
    public static DeliveryHold open(DeliveryPermission permission, TokenStore tokens, boolean isOn) {
        if (tokens.position(TOKEN).isEmpty()) {
            permission.give();
            tokens.advance(TOKEN, 0);
        }
        DeliveryHold hold = new DeliveryHold(permission, isOn);
        if (!isOn) {
            LOG.warn("Webhooks, mail and text messages are held: ENCORE_DELIVERIES is off");
        } else if (hold.isHeld()) {
            LOG.warn("Webhooks, mail and text messages are held, because this installation was restored or copied:"
                    + " ./encore deliveries release lets them go");
        }
        return hold;
    }

    /** A hold that holds nothing, for tests. */
    public static DeliveryHold none() {
        DeliveryHold none = new DeliveryHold(new ConstantPermission(), true);
        none.isReleased = true;
        return none;
    }

    private record ConstantPermission() implements DeliveryPermission {
        @Override
        public boolean isGiven() {
            return true;
        }

        @Override
        public void give() {
            // It is given.
        }
    }

    /** Returns whether nothing may be sent now. While it is true, it is looked up again at most once a second. */
    public boolean isHeld() {
        if (!isOn) {
            return true;
        }
        if (isReleased) {
            return false;
        }
        long now = System.nanoTime();
        long due = nextLook.get();
        if (now - due >= 0 && nextLook.compareAndSet(due, now + LOOK_AGAIN)) {
            isReleased = permission.isGiven();
        }
        return !isReleased;
    }

    /** Returns whether the settings allow deliveries. */
    public boolean isOn() {
        return isOn;
    }

    /** Lets deliveries go, durable on return. Other nodes notice within a second. */
    public void release() {
        permission.give();
        isReleased = true;
    }
}
