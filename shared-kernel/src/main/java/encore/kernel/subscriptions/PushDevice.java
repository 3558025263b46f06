package encore.kernel.subscriptions;

import encore.kernel.privacy.Contact;

/**
 * A device that gets pushed messages.
 *
 * @param deviceNetwork the system of the device: {@code ios} or {@code android}
 */
public record PushDevice(String deviceNetwork, @Contact String pushToken) {

    @Override
    public String toString() {
        return "PushDevice[" + deviceNetwork + "]";
    }
}
