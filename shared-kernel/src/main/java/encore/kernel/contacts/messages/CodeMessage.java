package encore.kernel.contacts.messages;

import encore.kernel.contacts.ContactKind;

/**
 * The message that carries a code: a fixed English text with the sender's name, and nothing that a caller chose.
 *
 * @param subject one line, for mail
 * @param text a few lines for mail, one line for SMS
 */
public record CodeMessage(String subject, String text) {

    private static final int LONGEST_NAME = 64;

    /**
     * Composes the message.
     *
     * @param senderName the name of the business or of the account. Control characters are left out, so that it can end
     *     no line
     */
    public static CodeMessage of(ContactKind kind, String senderName, String code) {
        String name = line(senderName);
        String subject = "Your code for " + name;
        String text = kind == ContactKind.PHONE
                ? name + ": your code is " + code + ". It is valid for 10 minutes."
                : "Your code for " + name + " is " + code + ".\n\n"
                        + "It can be used once, within 10 minutes. Do not give it to anybody.\n"
                        + "If you did not ask for it, ignore this message.\n";
        return new CodeMessage(subject, text);
    }

    /**
     * Composes the mail of a QR code, which is attached to it.
     *
     * @param title the title of the reward or the quest. Control characters are left out, so that it can end no line
     * @param data the data of the QR code
     */
    public static CodeMessage ofQrCode(String title, String data) {
        String name = line(title);
        return new CodeMessage(
                "Your QR code: " + name,
                "You got " + name + ".\n\n"
                        + "Show the attached QR code. It is only for you: do not give it to anybody.\n"
                        + "Its code is " + data + ".\n");
    }

    /**
     * Composes the mail of a new template.
     *
     * @param portal the name of the portal. Control characters are left out, so that it can end no line
     * @param template the name of the template, also on one line
     */
    public static CodeMessage ofTemplate(String portal, String template) {
        String name = line(portal);
        return new CodeMessage(
                "New template: " + name, "The template " + line(template) + " was made on the portal " + name + ".\n");
    }

    /**
     * Composes the mail of an invitation.
     *
     * @param senderName the name of the account, on one line
     * @param url where the person sets a password
     */
    public static CodeMessage ofInvitation(String senderName, String url) {
        String name = line(senderName);
        return new CodeMessage(
                "You are invited to " + name,
                "You are invited to work with " + name + ".\n\n"
                        + "Set your password here within 48 hours:\n" + url + "\n\n"
                        + "The link can be used once. It is only for you: do not give it to anybody.\n");
    }

    /**
     * Composes the mail for a forgotten password.
     *
     * @param senderName the name of the account, on one line
     * @param url where the person sets a new password
     */
    public static CodeMessage ofForgottenPassword(String senderName, String url) {
        String name = line(senderName);
        return new CodeMessage(
                "Your new password for " + name,
                "Somebody asked for a new password for " + name + ".\n\n"
                        + "Set it here within an hour:\n" + url + "\n\n"
                        + "If it was not you, ignore this message: your password stays.\n");
    }

    private static String line(String name) {
        String line = name.codePoints()
                .map(each -> isUnsafe(each) ? ' ' : each)
                .limit(LONGEST_NAME)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
        return line.isEmpty() ? "your account" : line;
    }

    /** Returns whether a character may end a line or change the direction of the text. */
    private static boolean isUnsafe(int each) {
        int type = Character.getType(each);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE;
    }

    @Override
    public String toString() {
        return "CodeMessage";
    }
}
