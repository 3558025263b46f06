package encore.api.shows.rooms;

import reactor.core.publisher.Mono;

/**
 * A frame that clients in a show may send, such as {@code chat_message}. A feature offers it as a package-private Spring
 * component. All transports serve it, and {@code asyncapi.json} describes it.
 *
 * @param <F> the data of the frame, a record. A component that is not nullable is required, and Bean Validation checks it
 */
public interface RoomAction<F extends Record> {

    /** Returns the name of the frame. */
    String event();

    /** Describes the frame in one sentence, for the documentation. */
    String description();

    Class<F> data();

    /** Returns the class of the acknowledgement's data; {@link NoAnswer} for an empty one. */
    Class<? extends Record> answer();

    /**
     * Handles a frame of a fan. Guests are refused before. A refusal becomes the error of the acknowledgement.
     *
     * @return the data of the acknowledgement
     */
    Mono<? extends Record> handle(RoomCaller caller, F frame);

    /** An acknowledgement without data. */
    record NoAnswer() {}
}
