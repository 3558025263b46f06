package encore.api.media;

/** The bytes are no image that is accepted. The message is a sentence for the caller. */
final class UnreadableImageException extends Exception {

    private static final long serialVersionUID = 1;

    UnreadableImageException(String sentence) {
        super(sentence, null, false, false);
    }
}
