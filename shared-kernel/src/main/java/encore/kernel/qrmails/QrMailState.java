package encore.kernel.qrmails;

/**
 * The state of the mail of a QR code.
 *
 * @param isOpen whether it was requested and has not ended
 */
public record QrMailState(String fanPointUid, boolean isOpen) {}
