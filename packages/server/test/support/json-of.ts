/** A body as JSON, to be looked into freely. */
export async function jsonOf(response: Response): Promise<ReturnType<typeof JSON.parse>> {
  return await response.json();
}
