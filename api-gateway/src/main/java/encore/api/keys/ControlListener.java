package encore.api.keys;

import encore.infra.backend.ControlMessage;

/** Hears messages of the control stream that are about the data of a feature. It must be quick. */
public interface ControlListener {

    /**
     * A stream has begun, perhaps not the first one: messages before this position may have been missed.
     *
     * @param position the position of the log up to which everything was sent
     */
    void begins(long position);

    /** A message arrived. Listeners ignore messages of other features. */
    void receive(ControlMessage message);
}
